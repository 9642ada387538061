import { useQuery } from '@tanstack/react-query'
import { legalTextsQuery, publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { Letterhead, PublicFooter } from '#web/features/landing/letterhead.tsx'
import { formatDate } from '#web/lib/format.ts'
import { Markdown } from '#web/ui/markdown.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import {
  type LegalBlock,
  type LegalSection,
  type LegalText,
  privacy,
  terms,
  withName,
} from './legal-texts.ts'

export function TermsPage() {
  return <LegalLetter which="terms" text={terms} />
}

export function PrivacyPage() {
  return <LegalLetter which="privacy" text={privacy} />
}

/** One of the two legal texts, with the brokerage's name filled in. */
function LegalLetter({ which, text }: { which: 'terms' | 'privacy'; text: LegalText }) {
  const { data: settings, isPending: isNamePending } = useQuery(publicSettings)
  const { data: own, isPending: isTextPending } = useQuery(legalTextsQuery)
  const name = settings?.brokerage_name ?? 'Your Brokerage'
  const isPending = isNamePending || isTextPending
  const written = own?.[which]
  return (
    <>
      <Letterhead />
      <main
        id="main"
        className="mx-auto min-h-dvh w-full max-w-[72rem] px-(--page-gutter) pt-12 pb-20 sm:pt-18"
      >
        <h1 className="text-4xl font-bold tracking-[-0.04em] sm:text-5xl">{text.title}</h1>
        {isPending ? (
          <div className="mt-8 max-w-[40rem]">
            <SkeletonLines lines={12} />
          </div>
        ) : written ? (
          <>
            <p className="mt-4 mb-10 text-sm text-muted">
              Last revised: {formatDate(own[`${which}_revised_at`])}
            </p>
            <Markdown className="max-w-[42rem] text-lg" source={withName(written, name)} />
          </>
        ) : (
          <>
            <p className="mt-5 max-w-[38rem] text-xl text-muted">
              {withName(text.introduction, name)}
            </p>
            <p className="mt-4 mb-12 text-sm text-muted">Last revised: {text.revised}</p>
            {text.sections.map((section) => (
              <Clause key={section.heading} section={section} name={name} />
            ))}
          </>
        )}
      </main>
      <PublicFooter />
    </>
  )
}

function Clause({ section, name }: { section: LegalSection; name: string }) {
  return (
    <section className="grid gap-x-10 gap-y-3 border-t border-line py-7 sm:py-9 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <h2 className="text-lg font-semibold tracking-[-0.015em]">{section.heading}</h2>
      <div className="max-w-[42rem] space-y-4 text-lg">
        {section.blocks.map((block) => (
          <Block key={keyOf(block)} block={block} name={name} />
        ))}
      </div>
    </section>
  )
}

function Block({ block, name }: { block: LegalBlock; name: string }) {
  if (typeof block === 'string') return <p>{withName(block, name)}</p>
  return (
    <ul className="list-disc space-y-2.5 pl-5 marker:text-muted">
      {block.items.map((item) => (
        <li key={item}>{withName(item, name)}</li>
      ))}
    </ul>
  )
}

const keyOf = (block: LegalBlock) => (typeof block === 'string' ? block : block.items.join(''))
