import type { Plugin } from 'vite'

/** Asks for the font beside the style sheet instead of after it. */
export function fontPreload(file: RegExp): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((name) => name.endsWith('.woff2') && file.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${name}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
            },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}
