import { useQuery } from '@tanstack/react-query'
import { classes } from '#web/ui/classes.ts'
import { Logo } from '#web/ui/logo.tsx'
import { publicSettings } from './brokerage.api.ts'

/** The brokerage's logo, or the program's where it has none. */
export function BrandLogo() {
  const { data: settings } = useQuery(publicSettings)
  if (!settings?.logo) return <Logo wordmark />
  return <LogoPicture src={settings.logo} name={settings.brokerage_name} />
}

/** The same where there is little room. */
export function BrandMark() {
  const { data: settings } = useQuery(publicSettings)
  if (!settings?.logo) return <Logo size={26} />
  return (
    <LogoPicture src={settings.logo} name={settings.brokerage_name} className="h-7! max-w-28!" />
  )
}

type LogoPictureProps = { src: string; name: string; className?: string }

/** On a plate of paper in the dark, because most logos are drawn for paper. */
export function LogoPicture({ src, name, className }: LogoPictureProps) {
  return (
    <img
      src={src}
      alt={name}
      className={classes(
        'h-9 max-w-44 rounded-sm bg-[light-dark(transparent,#fffdf8)] object-contain object-left',
        className,
      )}
    />
  )
}

/** The brokerage's name, with its logo where it has one, at the head of what is printed. */
export function Letterhead() {
  const { data: settings } = useQuery(publicSettings)
  if (!settings) return null
  return (
    <div className="flex items-center gap-4 border-b-[5px] border-double border-line-strong pb-3">
      {settings.logo && (
        <img src={settings.logo} alt="" className="h-10 max-w-56 object-contain object-left" />
      )}
      <p className="text-lg font-semibold">{settings.brokerage_name}</p>
    </div>
  )
}
