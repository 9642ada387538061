// Runs before the first paint, from the page itself: a chosen theme never flashes the other one, and whoever
// is signed in sees the frame of their pages while the program is on its way. The build fills in
// the two names in capitals.
try {
  const { documentElement: html, head } = document
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') html.dataset.theme = theme
  const read = (key) => sessionStorage.getItem(key) ?? localStorage.getItem(key)
  const place = location.pathname.split('/')[1]
  if (read('auth_token') !== null && !FRAMELESS.includes(place)) {
    // Signed-in people are led on from the public pages.
    html.dataset.frame = ['', 'login', 'signup', 'accept-invite'].includes(place)
      ? 'dashboard'
      : place
    const user = JSON.parse(read('user_data'))
    if (user?.role === 'admin') html.dataset.admin = ''
    if (user?.manages_team) html.dataset.manages = ''
    for (const href of CHUNKS[html.dataset.frame] ?? []) {
      head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
  }
} catch {
  // Storage is blocked: the system's preference decides, and the program says who is there.
}
