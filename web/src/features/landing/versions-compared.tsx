import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

/** The same paragraphs of two versions, with what differs marked as the product marks it. */
export function VersionsCompared() {
  return (
    <div className="grid overflow-hidden rounded-lg border border-line bg-surface text-base md:grid-cols-2">
      <Version title="Version 2" by="Tobias Grant">
        <Passage removed>
          We <Removed>do not</Removed> send wiring instructions by email or text message. They come
          from the settlement company.
        </Passage>
        <Passage removed>
          Before you send money, call the settlement company on a number that you{' '}
          <Removed>know</Removed>, never on one from an email.
        </Passage>
      </Version>
      <Version title="Version 3" by="Nora Lindqvist" later>
        <Passage>
          We <Added>never</Added> send wiring instructions by email or text message. They come from
          the settlement company.
        </Passage>
        <Passage>
          Before you send money, call the settlement company on a number that you{' '}
          <Added>were given in person</Added>, never on one from an email.
        </Passage>
      </Version>
    </div>
  )
}

type VersionProps = { title: string; by: string; later?: boolean; children: ReactNode }

function Version({ title, by, later, children }: VersionProps) {
  return (
    <div className={classes(later && 'border-line max-md:border-t md:border-l')}>
      <p className="flex items-baseline justify-between gap-4 border-b border-line px-5 py-3">
        <span className="font-semibold">{title}</span>
        <span className="text-sm text-muted">{by}</span>
      </p>
      {children}
    </div>
  )
}

function Passage({ removed, children }: { removed?: boolean; children: ReactNode }) {
  return (
    <p className={classes('px-5 py-3', removed ? 'bg-danger-soft/55' : 'bg-success-soft/60')}>
      {children}
    </p>
  )
}

function Removed({ children }: { children: ReactNode }) {
  return (
    <del className="-mx-0.5 rounded-sm bg-danger-line/60 box-decoration-clone px-0.5 text-danger decoration-danger/60">
      {children}
    </del>
  )
}

function Added({ children }: { children: ReactNode }) {
  return (
    <ins className="-mx-0.5 rounded-sm bg-success-line/70 box-decoration-clone px-0.5 text-success decoration-success/60 underline-offset-3">
      {children}
    </ins>
  )
}
