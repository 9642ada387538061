import { useQuery } from '@tanstack/react-query'
import { publicSettings } from './brokerage.api.ts'

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
