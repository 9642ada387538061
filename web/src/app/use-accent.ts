import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'

/** Shows the brokerage's colour, also when it changes while one looks. The page came with it. */
export function useAccent() {
  const { data: settings } = useQuery(publicSettings)
  const css = settings?.accent_css
  useLayoutEffect(() => {
    if (css === undefined) return
    const { head } = globalThis.document
    const style = head.querySelector('#accent') ?? globalThis.document.createElement('style')
    style.id = 'accent'
    style.textContent = css === null ? '' : `html:root{${css}}`
    head.append(style)
  }, [css])
}
