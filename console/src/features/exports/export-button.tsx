import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import type { ExportColumnOf, ExportKind, ExportRequest } from '@heatfleet/contract/exports/exports.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { zoneInUse } from '../../ui/display.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import type { Choice } from './export-dialog.tsx'

// Titles of every kind's columns and the dialog itself are wanted by few visits.
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))
const ListExportDialog = lazy(async () => ({ default: (await import('./list-export-dialog.tsx')).ListExportDialog }))

type AskBody = NonNullable<RequestOf<typeof api.exportCreate>['body']>
export type FilterOf<Kind extends ExportKind> = Extract<AskBody, { kind: Kind }>['filter']

/** A column a list can write: its title, and whether it is on the screen now. */
export type ExportColumn<Kind extends ExportKind> = {
  key: ExportColumnOf<Kind>
  title: string
  shown: boolean
}

export type ExportButtonProps<Kind extends ExportKind> = {
  kind: Kind
  /** The right of this kind of export; null where the rows are one's own. */
  needs: Permission | null
  /** What the list is filtered by now. */
  filter: FilterOf<Kind>
  /** Columns with their titles, or which of those that the kind has are chosen at first (null = all). */
  columns: readonly ExportColumn<Kind>[] | { shown: readonly string[] | null }
  /** Rows that match now. */
  total: number
  /** Name of the file, where it is not that of its kind. */
  what?: string
  /** What the file will hold, where it is no count of rows. */
  note?: ReactNode
  /** More to be chosen than columns and format. */
  fields?: ReactNode
  /** Why it cannot be exported although there are rows. */
  disabledReason?: string
}

/** The button of `useExport` above a list. */
export function ExportButton<Kind extends ExportKind>(props: ExportButtonProps<Kind>) {
  const t = useMessages('exports')
  const { reason, ask, dialog } = useExport(props)
  return (
    <>
      <Button kind="text" size="small" icon={DownloadIcon} disabledReason={reason} onClick={ask}>
        {t(($) => $.export)}
      </Button>
      {dialog}
    </>
  )
}

/**
 * Asks for columns and format, and starts the export of a list; the job centre at the top tells the rest. `reason` = why
 * it cannot be asked now.
 */
export const useExport = <Kind extends ExportKind>({
  kind,
  needs,
  filter,
  columns,
  total,
  note,
  fields,
  disabledReason,
  ...named
}: ExportButtonProps<Kind>) => {
  const t = useMessages('exports')
  const language = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const missing_permission = useMissingPermission(needs)
  const create = useChange(api.exportCreate)
  const [open, setOpen] = useState(false)
  const kinds: Readonly<Record<ExportKind, string>> = t(($) => $.kinds, { returnObjects: true })
  const what = named.what ?? kinds[kind]

  const start = async ({ format, keys }: Choice) => {
    const body = {
      kind,
      format,
      file_name: what,
      time_zone: zoneInUse(),
      language,
      columns: keys,
      filter,
    }
    try {
      // Kind, filter and columns belong together by this component's own type parameter.
      await create.mutateAsync({ body: body as unknown as ExportRequest })
      notify.success(t(($) => $.started))
      setOpen(false)
    } catch (error) {
      notify.failed(errorText(error))
    }
  }

  const reason = missing_permission ?? (total === 0 ? t(($) => $.nothing) : disabledReason)
  const asked = {
    what,
    note: note ?? t(($) => $.rows, { count: total }),
    fields,
    busy: create.isPending,
    onStart: (choice: Choice) => void start(choice),
    onClose: () => setOpen(false),
  }
  const dialog = open && (
    <Suspense>
      {'shown' in columns ? (
        // Columns of device history depend on its points: they come with their titles.
        <ListExportDialog {...asked} kind={kind as Exclude<ExportKind, 'device-history'>} shown={columns.shown} />
      ) : (
        <ExportDialog {...asked} columns={columns} />
      )}
    </Suspense>
  )
  return { reason, ask: () => setOpen(true), dialog }
}
