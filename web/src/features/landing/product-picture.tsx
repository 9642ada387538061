import { useTheme } from '#web/lib/theme.ts'

type ProductPictureProps = {
  light: string
  dark: string
  alt: string
  width: number
  height: number
  className?: string
}

/** A photograph of the running product, in the theme that the page is read in. */
export function ProductPicture({ light, dark, alt, ...box }: ProductPictureProps) {
  const theme = useTheme()
  return (
    <picture>
      {theme === 'system' && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
      <img
        src={theme === 'dark' ? dark : light}
        alt={alt}
        loading="lazy"
        decoding="async"
        {...box}
      />
    </picture>
  )
}
