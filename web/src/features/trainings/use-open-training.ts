import { useNavigate, type AnyRouter, type HistoryState } from '@tanstack/react-router'

/** Goes to a training's own page. */
export function useOpenTraining() {
  const navigate = useNavigate()
  return (id: string, state: HistoryState = {}) =>
    navigate<AnyRouter, string, string>({ to: `/training/${id}`, state })
}
