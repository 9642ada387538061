// Runs before the first paint, from the page itself: a chosen theme never flashes the other one, and whoever
// is signed in sees the frame of their pages while the program is on its way, and what it asks for first is asked
// for meanwhile. The build fills in the names in capitals.
try {
  const { documentElement: html, head } = document
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') html.dataset.theme = theme
  const read = (key) => sessionStorage.getItem(key) ?? localStorage.getItem(key)
  const preload = (as) => (href) =>
    head.append(Object.assign(document.createElement('link'), as, { href }))
  const fetchCode = (at) => {
    const chunks = CHUNKS[at] ?? []
    chunks.forEach(preload({ rel: 'modulepreload' }))
  }
  const [, place, rest] = location.pathname.split('/')
  const token = read('auth_token')
  // Where it has to come over the line first, the program goes before it: the next best looks almost the same.
  if (token !== null && localStorage.getItem('font') === null) html.dataset.plain = ''
  else
    FONTS.forEach(
      preload({
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        crossOrigin: '',
        fetchPriority: 'low',
      }),
    )
  if (token !== null && !FRAMELESS.includes(place)) {
    // Signed-in people are led on from the public pages.
    html.dataset.frame = ['', 'login', 'signup', 'accept-invite'].includes(place)
      ? 'dashboard'
      : place
    if (!rest) html.dataset.list = place
    // Behind a `/` stands the id of one.
    const [, kind, id = ''] = /^\/(.*?)([\da-f-]{36})?$/.exec(location.pathname)
    const at = html.dataset.frame === place ? kind : html.dataset.frame
    const user = JSON.parse(read('user_data'))
    const isAdmin = user?.role === 'admin'
    // What was searched for is asked for otherwise.
    const calls = location.search ? [] : [...(CALLS[at] ?? [])]
    if (isAdmin && id) calls.push(...(ADMIN_CALLS[at] ?? []))
    const answers = new Map()
    for (const path of ['/auth/me', ...calls.map((call) => call + id)]) {
      const url = `/api/v1${path}`
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const answer = fetch(url, { headers, credentials: 'include' })
      // Who takes it hears of it.
      answer.catch(() => undefined)
      answers.set(url, answer)
    }
    globalThis.earlyAnswers = { token, answers }
    // The brokerage's words are the first to be read: they stand in the frame as soon as they are here.
    const draw = async (answer) => {
      const texts = await answer.clone().json()
      const day = { weekday: 'long', month: 'long', day: 'numeric' }
      if (answer.ok) texts.today = new Intl.DateTimeFormat('en-US', day).format()
      for (const line of document.querySelectorAll('[data-says]'))
        line.textContent = texts[line.dataset.says] ?? ''
    }
    answers
      .get('/api/v1/settings/front-desk')
      ?.then(draw)
      .catch(() => undefined)
    if (/^\/training\/[^/]+\/session$/.test(location.pathname)) html.dataset.alone = ''
    if (isAdmin) html.dataset.admin = ''
    if (user?.manages_team) html.dataset.manages = ''
    fetchCode(at)
  } else if (token === null && ['/', '/login'].includes(location.pathname)) {
    fetchCode(place)
  }
} catch {
  // Storage is blocked: the system's preference decides, and the program says who is there.
}
