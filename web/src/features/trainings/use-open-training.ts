import { useNavigate, type AnyRouter } from '@tanstack/react-router'

/** Goes to a training's own page. */
export function useOpenTraining() {
  const navigate = useNavigate()
  return (id: string) => navigate<AnyRouter, string, string>({ to: `/training/${id}` })
}
