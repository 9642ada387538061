import { DOCUMENT_KINDS } from '@frontdesk/contract/constants'
import {
  File,
  FileImage,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
  Presentation,
} from 'lucide-react'

const icons: Record<keyof typeof DOCUMENT_KINDS, LucideIcon> = {
  pdf: FileText,
  image: FileImage,
  text: FileText,
  sheet: FileSpreadsheet,
  slides: Presentation,
}

/** What stands for a file that has no picture. */
export function iconOf(type: string): LucideIcon {
  const entries: [string, readonly string[]][] = Object.entries(DOCUMENT_KINDS)
  const [kind = ''] = entries.find(([, types]) => types.includes(type)) ?? []
  return new Map<string, LucideIcon>(Object.entries(icons)).get(kind) ?? File
}
