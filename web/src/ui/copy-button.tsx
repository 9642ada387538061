import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { toast } from './toast.tsx'

type CopyButtonProps = { label: string; text: string }

export function CopyButton({ label, text }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // Browsers give no clipboard to pages without TLS.
      toast.error('This browser doesn’t let the page copy. Please select the text instead.')
    }
  }
  return (
    <>
      <IconButton
        label={label}
        icon={isCopied ? Check : Copy}
        size="sm"
        onClick={() => void copy()}
      />
      <output className="sr-only">{isCopied && 'Copied'}</output>
    </>
  )
}
