/** Every time zone that has a name, by the part of the world it begins with. */
export function timeZonesByRegion(): { region: string; zones: string[] }[] {
  const named = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))
  const regions = [...new Set(named.map((zone) => zone.split('/')[0] ?? ''))]
  return [
    { region: 'Everywhere', zones: ['UTC'] },
    ...regions.map((region) => ({
      region,
      zones: named.filter((zone) => zone.startsWith(`${region}/`)),
    })),
  ]
}
