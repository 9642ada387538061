import { env } from 'node:process'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fontPreload } from './vite-font-preload.ts'
import { precompress } from './vite-precompress.ts'

const api = env.FRONTDESK_API ?? 'http://127.0.0.1:3001'

export default defineConfig({
  plugins: [react(), tailwindcss(), fontPreload(/-latin-wght-/), precompress()],
  server: { proxy: { '/api': { target: api, ws: true } } },
  build: {
    // The first browsers with light-dark(), which the design tokens are written in.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // A data: URL would be loaded with the style sheet, wanted or not.
    assetsInlineLimit: 0,
  },
})
