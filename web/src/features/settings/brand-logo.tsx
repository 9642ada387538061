import { useQuery } from '@tanstack/react-query'
import { Logo } from '#web/ui/logo.tsx'
import { publicSettings } from './settings.api.ts'

/** The brokerage's logo, or the program's where it has none. */
export function BrandLogo() {
  const { data: settings } = useQuery(publicSettings)
  if (!settings?.logo) return <Logo wordmark />
  return <LogoPicture src={settings.logo} name={settings.brokerage_name} />
}

/** On a plate of paper in the dark, because most logos are drawn for paper. */
export function LogoPicture({ src, name }: { src: string; name: string }) {
  return (
    <img
      src={src}
      alt={name}
      className="h-9 max-w-44 rounded-sm bg-[light-dark(transparent,#fffdf8)] object-contain object-left"
    />
  )
}
