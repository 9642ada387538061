/**
 * The colours that are made of one chosen accent, so that everything on them and in them can be read
 * (WCAG 2.2 AA) on paper and in the dark. No zod here: the settings screen shows them while one chooses.
 */

/** A colour as `#rrggbb`. */
type Hex = string
type Both = { light: Hex; dark: Hex }
/** Lightness 0 to 1, chroma 0 to about 0.4, hue in radians (OKLCH). */
type Shade = { l: number; c: number; h: number }

/** What stands in tokens.css: whatever the accent's text may lie on, and the text on the accent. */
export const PAPERS = {
  light: ['#f7f3ea', '#fffdf8', '#efe9dc', '#fffefb', '#f3eee2'],
  dark: ['#131a17', '#1a2320', '#0f1513', '#212b27', '#29332f', '#243029'],
}
export const ON_ACCENT: Hex = '#fffdf8'

const READABLE = 4.5
const STEP = 0.005

/** Every token that an accent decides, by its name in tokens.css. */
export function accentTokens(accent: Hex): Record<string, Both> {
  const chosen = toShade(accent)
  const soft = {
    light: toHex({ ...chosen, l: 0.92, c: Math.min(chosen.c * 0.35, 0.035) }),
    dark: toHex({ ...chosen, l: 0.325, c: Math.min(chosen.c * 0.5, 0.045) }),
  }
  const calm = { ...chosen, c: Math.min(chosen.c, 0.13) }
  const ink = {
    light: move(chosen, -STEP, (shade) => readable(toHex(shade), [...PAPERS.light, soft.light])),
    dark: move({ ...calm, l: Math.max(chosen.l, 0.75) }, STEP, (shade) =>
      readable(toHex(shade), [...PAPERS.dark, soft.dark]),
    ),
  }
  // Neither lost in the dark nor glaring there.
  const fillDark = move({ ...chosen, l: within(chosen.l, 0.42, 0.5) }, -STEP, (shade) =>
    readable(ON_ACCENT, [toHex(lighter(shade))]),
  )
  // Text on it may be as faint as four fifths, and lie on the bell that is drawn there.
  const ground = move(ink.light, -STEP, (shade) => {
    const shape = toHex(lighter(shade))
    return readable(mix(ON_ACCENT, shape, 0.8), [shape])
  })
  const groundDark = { ...calm, l: within(chosen.l, 0.28, 0.32) }
  return {
    accent: { light: toHex(ink.light), dark: toHex(ink.dark) },
    'accent-fill': { light: toHex(ink.light), dark: toHex(fillDark) },
    'accent-fill-hover': { light: toHex(darker(ink.light)), dark: toHex(lighter(fillDark)) },
    'accent-ground': { light: toHex(ground), dark: toHex(groundDark) },
    'accent-ground-shade': { light: toHex(lighter(ground)), dark: toHex(lighter(groundDark)) },
    'accent-soft': soft,
    focus: { light: toHex(ink.light), dark: toHex({ ...ink.dark, l: Math.max(ink.dark.l, 0.8) }) },
  }
}

/** The tokens as declarations of a style sheet. */
export function accentCss(accent: Hex): string {
  return Object.entries(accentTokens(accent))
    .map(([name, { light, dark }]) => `--${name}:light-dark(${light},${dark})`)
    .join(';')
}

/** How far two colours are apart, from 1 to 21 (WCAG). */
export function contrast(one: Hex, other: Hex): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

const readable = (ink: Hex, papers: Hex[]) =>
  papers.every((paper) => contrast(ink, paper) >= READABLE)

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value))

const lighter = (shade: Shade) => ({ ...shade, l: shade.l + 0.045 })
const darker = (shade: Shade) => ({ ...shade, l: shade.l - 0.06 })

/** Changes the lightness no further than it has to. */
function move(from: Shade, step: number, isGood: (shade: Shade) => boolean): Shade {
  let shade = from
  while (!isGood(shade) && shade.l > 0 && shade.l < 1) shade = { ...shade, l: shade.l + step }
  return shade
}

function mix(over: Hex, under: Hex, share: number): Hex {
  const [top, bottom] = [channels(over), channels(under)]
  return hexOf(top.map((value, index) => value * share + bottom[index]! * (1 - share)))
}

/** Red, green and blue, 0 to 1. */
const channels = (hex: Hex) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

const hexOf = (rgb: number[]) =>
  `#${rgb.map((value) => byteOf(value).toString(16).padStart(2, '0')).join('')}`

const byteOf = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255)

const linear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

const gamma = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

function luminance(hex: Hex): number {
  const [r, g, b] = channels(hex).map(linear) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Björn Ottosson's OKLab, in its polar form. */
function toShade(hex: Hex): Shade {
  const [r, g, b] = channels(hex).map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

function toRgb({ l, c, h }: Shade): number[] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** As colourful as a screen can show it at this lightness. */
function toHex(shade: Shade): Hex {
  let { c } = shade
  while (c > 0 && !toRgb({ ...shade, c }).every((value) => value > -0.001 && value < 1.001)) {
    c -= 0.004
  }
  return hexOf(toRgb({ ...shade, c: Math.max(0, c) }).map(gamma))
}
