import { useState } from 'react'

/** Whether the sidebar is collapsed; open at the start of every visit (spec.md, section 2). */
export function useSidebar() {
  const [collapsed, setCollapsed] = useState(false)
  return { collapsed, toggle: () => setCollapsed(!collapsed) }
}
