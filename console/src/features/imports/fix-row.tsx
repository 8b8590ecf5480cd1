import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import {
  IMPORT_PROBLEM_FIELD,
  type ImportField,
  type ImportRow,
  isImportError,
} from '@heatfleet/contract/imports/lines.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useProductOptions } from './use-product-options.ts'

type RowProps = { row: ImportRow; import_id: number }

/** Changes of one line; all lines are checked anew afterwards. */
const useEdit = (import_id: number) => {
  const notify = useNotify()
  const errorText = useErrorText()
  const edit = useChange(api.importEdit)
  const send = (body: NonNullable<RequestOf<typeof api.importEdit>['body']>) =>
    void edit
      .mutateAsync({ params: { id: import_id }, body })
      .catch((error: unknown) => notify.failed(errorText(error)))
  return { busy: edit.isPending, send }
}

/** Puts the first error of a line right, where it stands. */
export function FixField({ row, import_id }: RowProps) {
  const problem = row.problems.find(isImportError)
  if (row.verdict !== 'error' || problem === undefined || problem === 'held_elsewhere') return null
  const field = IMPORT_PROBLEM_FIELD[problem]
  return field === 'product' ? (
    <FixProduct row={row} import_id={import_id} />
  ) : (
    <FixText row={row} import_id={import_id} field={field} />
  )
}

function FixProduct({ row, import_id }: RowProps) {
  const t = useMessages('imports')
  const products = useProductOptions()
  const { busy, send } = useEdit(import_id)
  return (
    <SelectField
      quiet
      search
      width={200}
      label={t(($) => $.fix_of, { field: t(($) => $.fields.product), row: row.row })}
      placeholder={t(($) => $.fields.product)}
      disabled={busy}
      value={row.product_key ?? undefined}
      options={products ?? []}
      onChange={(value) => value !== undefined && send({ fixes: [{ row: row.row, field: 'product', value }] })}
    />
  )
}

function FixText({ row, import_id, field }: RowProps & { field: Exclude<ImportField, 'product'> }) {
  const t = useMessages('imports')
  const { busy, send } = useEdit(import_id)
  const [value, setValue] = useState(field === 'secret' ? '' : row[field])
  const save = () => send({ fixes: [{ row: row.row, field, value: value.trim() }] })
  const label = t(($) => $.fix_of, { field: t(($) => $.fields[field]), row: row.row })
  return (
    <>
      <TextField
        quiet
        label={label}
        value={value}
        disabled={busy}
        maxLength={LIMITS.device_import_cell_max}
        onChange={setValue}
        onKeyDown={(event) => {
          // The keys of the table are not meant here.
          event.stopPropagation()
          if (event.key === 'Enter') save()
        }}
      />
      <Button size="small" icon={CheckIcon} busy={busy} label={t(($) => $.set, { what: label })} onClick={save} />
    </>
  )
}

/** Leaves a line out, or takes it again. */
export function DropRow({ row: { row, verdict }, import_id }: RowProps) {
  const t = useMessages('imports')
  const { busy, send } = useEdit(import_id)
  return verdict === 'dropped' ? (
    <Button kind="link" size="small" busy={busy} onClick={() => send({ keep: [row] })}>
      {t(($) => $.keep)}
    </Button>
  ) : (
    <Button kind="link" size="small" busy={busy} onClick={() => send({ drop: [row] })}>
      {t(($) => $.drop)}
    </Button>
  )
}
