import { expect, test } from 'vitest'
import { videoEmbed } from './section-media.ts'

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&cc_load_policy=1'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['http://youtube.com/watch?feature=share&v=dQw4w9WgXcQ', youtube],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1', youtube],
  ['https://youtu.be/dQw4w9WgXcQ', youtube],
  ['https://youtu.be/dQw4w9WgXcQ?t=90', `${youtube}&start=90`],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s', `${youtube}&start=3723`],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/live/dQw4w9WgXcQ', youtube],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', youtube],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1&texttrack=en'],
  [
    'https://vimeo.com/76979871/8272103f6e',
    'https://player.vimeo.com/video/76979871?dnt=1&texttrack=en&h=8272103f6e',
  ],
  [
    'https://vimeo.com/channels/staffpicks/76979871',
    'https://player.vimeo.com/video/76979871?dnt=1&texttrack=en',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://player.vimeo.com/video/76979871?dnt=1&texttrack=en&h=8272103f6e',
  ],
])('%s becomes its embed', (link, embed) => {
  expect(videoEmbed(link)).toBe(embed)
})

test.each([
  'https://example.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
  'https://example.com/?u=https://youtu.be/dQw4w9WgXcQ',
  'https://user@evil.example/youtu.be/dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v="><script>alert(1)</script>',
  'https://www.youtube.com/watch?v=../../redirect',
  'https://www.youtube.com/redirect?q=https://example.com',
  'https://vimeo.com/about',
  'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  'data:text/html,https://youtu.be/dQw4w9WgXcQ',
  'training.mp4',
  '',
])('%s is framed by nobody', (link) => {
  expect(videoEmbed(link)).toBeNull()
})
