import { useState } from 'react'

const KEY = 'sidebar'

/** Whether the sidebar is collapsed; open at first, then as it was left. */
export function useSidebar() {
  const [collapsed, setCollapsed] = useState(wasCollapsed)
  const toggle = () => {
    setCollapsed(!collapsed)
    try {
      localStorage.setItem(KEY, collapsed ? 'open' : 'collapsed')
    } catch {
      // Storage is blocked: it opens again with the next page.
    }
  }
  return { collapsed, toggle }
}

function wasCollapsed(): boolean {
  try {
    return localStorage.getItem(KEY) === 'collapsed'
  } catch {
    return false
  }
}
