import { useParams } from '@tanstack/react-router'

/** The id in the address of a policy's pages. */
export function usePolicyId(): string {
  return useParams({ strict: false }).id ?? ''
}
