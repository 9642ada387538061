import { useQuery } from '@tanstack/react-query'
import { CopyCheck, FolderCog } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { foldersQuery } from './folders.api.ts'
import { filterOf, type ListParams } from './list-params.ts'

const FoldersDialog = lazy(async () => {
  const { FoldersDialog: component } = await import('./folders-dialog.tsx')
  return { default: component }
})

type FolderBarProps = {
  params: ListParams
  isEditor: boolean
  isChoosing: boolean
  onPick: (folder: string) => void
  onChoose: () => void
}

/** The folders with how many documents match in each; for admins, what is done with them. */
export function FolderBar({ params, isEditor, isChoosing, onPick, onChoose }: FolderBarProps) {
  const { data } = useQuery(foldersQuery(filterOf(params)))
  const [isManaging, setIsManaging] = useState(false)
  const folders = data?.folders ?? []
  if (!isEditor && folders.length === 0) return null
  const all = folders.reduce((sum, folder) => sum + folder.documents, data?.unfiled ?? 0)
  return (
    <div className="mb-5 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-3">
      {folders.length > 0 && (
        <fieldset aria-label="Folders" className="min-w-0 grow basis-80">
          <ul className="relative -m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none] sm:flex-wrap">
            <FolderChip
              name="All"
              count={all}
              isOn={params.folder === ''}
              onPick={() => onPick('')}
            />
            {folders.map(({ id, name, documents }) => (
              <FolderChip
                key={id}
                name={name}
                count={documents}
                isOn={params.folder === id}
                onPick={() => onPick(id)}
              />
            ))}
            <FolderChip
              name="No folder"
              count={data?.unfiled ?? 0}
              isOn={params.folder === 'none'}
              onPick={() => onPick('none')}
            />
          </ul>
        </fieldset>
      )}
      {isEditor && (
        <div className="flex flex-wrap gap-2 self-start">
          <Button
            variant="secondary"
            size="sm"
            icon={CopyCheck}
            aria-pressed={isChoosing}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={onChoose}
          >
            Choose Several
          </Button>
          <Button
            variant="secondary"
            size="sm"
            icon={FolderCog}
            onClick={() => setIsManaging(true)}
          >
            Folders
          </Button>
        </div>
      )}
      {isManaging && (
        <Suspense>
          <FoldersDialog onClose={() => setIsManaging(false)} />
        </Suspense>
      )}
    </div>
  )
}

type FolderChipProps = { name: string; count: number; isOn: boolean; onPick: () => void }

function FolderChip({ name, count, isOn, onPick }: FolderChipProps) {
  return (
    <li className="shrink-0 sm:min-w-0 sm:shrink">
      <button
        type="button"
        aria-pressed={isOn}
        onClick={onPick}
        className={classes(
          'flex h-8 max-w-72 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-sm',
          'font-medium transition-colors hover:bg-hover pointer-coarse:h-10 sm:max-w-full',
          'aria-pressed:border-accent aria-pressed:bg-accent-soft',
        )}
      >
        <bdi className="truncate">{name}</bdi>
        <span className="text-xs font-normal text-muted tabular-nums">{count}</span>
      </button>
    </li>
  )
}
