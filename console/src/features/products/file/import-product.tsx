import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ProductBasics, ProductKey } from '@heatfleet/contract/products/products.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call, useChange } from '../../../cloud/call.ts'
import { useCodeText } from '../../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { TextField } from '../../../ui/field.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useRuleText } from '../../../ui/form-rule-text.ts'
import { formatBytes } from '../../../ui/format.ts'
import { ErrorIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { usePendingRequest } from '../../../ui/use-pending-request.ts'
import { productPath } from '../paths.ts'
import css from '../products.module.css'
import { FileContent } from './file-content.tsx'
import { type ReadFile, readProductFile } from './read-product-file.ts'

/** One mistake is usually repeated in every point. */
const LISTED_MAX = 20

/** Why a file is invalid: each field with the broken rule. */
function FileFaults({ read }: { read: Exclude<ReadFile, { kind: 'product' }> }) {
  const t = useMessages('products')
  const ruleText = useRuleText()
  if (read.kind === 'not-json')
    return (
      <p role="alert" className={css.error}>
        {t(($) => $.file.not_json)}
      </p>
    )
  const { faults } = read
  return (
    <div role="alert" className={css.parts}>
      <p className={css.error}>{t(($) => $.file.faulty, { count: faults.length })}</p>
      <ul className={css.findings}>
        {faults.slice(0, LISTED_MAX).map(({ at, point, broken }) => (
          <li key={`${at} ${broken.rule}`} className={css.error}>
            <ErrorIcon size={14} />
            <code className={css.key}>{point === null ? at : `${at} (${point})`}</code>
            <span>{ruleText(broken)}</span>
          </li>
        ))}
      </ul>
      {faults.length > LISTED_MAX && (
        <p className={css.weak}>{t(($) => $.file.more, { count: faults.length - LISTED_MAX })}</p>
      )}
    </div>
  )
}

/** A chosen file: its content, and the server's result once it arrived. */
type ChosenFile = {
  file_name: string
  read: ReadFile
  check_result: ResultOf<typeof api.productFileCheck> | null
}

/** The chosen file: parsed here first, then validated by the server. */
const useChosenFile = () => {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const { busy, problem, send } = usePendingRequest()
  const choose = (file: File) =>
    send(async () => {
      const read = readProductFile(await file.text())
      const shown = { file_name: file.name, read, check_result: null }
      setChosen(shown)
      if (read.kind !== 'product') return
      const check_result = await call(api.productFileCheck, { body: { file: read.file } })
      setChosen({ ...shown, check_result })
    })
  return { chosen, busy, problem, choose }
}

const WIDTH_PX = 720
/** Name and key of the imported product. */
const ImportedProduct = ProductBasics.pick({ name: true }).extend({ product_key: ProductKey })

/** Imports a product from a JSON export (product 3.23). Mounted = open. */
export function ImportProduct({ onClose }: { onClose: () => void }) {
  const t = useMessages('products')
  const products = useMessages('products')
  const lang = useLanguage()
  const navigate = useNavigate()
  const notify = useNotify()
  const codeText = useCodeText()
  const { chosen, busy, problem, choose } = useChosenFile()
  const { mutateAsync: make } = useChange(api.productFileImport)
  const file = chosen?.read.kind === 'product' ? chosen.read.file : null
  const form = useForm({
    schema: ImportedProduct,
    initial: { product_key: file?.product_key ?? '', name: file?.basics.name ?? '' },
    onSave: async (named) => {
      // The button is disabled until a file is loaded.
      if (chosen === null || file === null) throw new Error('no file was chosen')
      await make({ body: { file, file_name: chosen.file_name, ...named } })
      return named
    },
    onSaved: ({ product_key, name }) => {
      notify.success(t(($) => $.file.done, { name }))
      onClose()
      void navigate(productPath(product_key))
    },
  })
  const { check_result } = chosen ?? { check_result: null }
  // A taken key or name is shown before submitting, and cleared when it is edited.
  const conflicts = {
    product_key: check_result?.key_taken && form.values.product_key === file?.product_key,
    name: check_result?.name_taken && form.values.name === file?.basics.name,
  }
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={t(($) => $.file.title)}
      onClose={onClose}
      save={t(($) => $.file.make)}
      saveDisabledReason={file === null ? t(($) => $.file.file_first) : undefined}
    >
      <FileDrop
        label={t(($) => $.file.file)}
        choose={chosen === null ? t(($) => $.file.choose) : t(($) => $.file.another)}
        accept=".json,application/json"
        file_name={chosen?.file_name ?? null}
        hint={t(($) => $.file.hint, { max: formatBytes(LIMITS.product_file_bytes, lang) })}
        bytes_max={LIMITS.product_file_bytes}
        busy={busy}
        onFile={choose}
        onTooLarge={() =>
          notify.error(t(($) => $.file.too_large, { max: formatBytes(LIMITS.product_file_bytes, lang) }))
        }
      />
      <Problem problem={problem} />
      {chosen !== null && chosen.read.kind !== 'product' && <FileFaults read={chosen.read} />}
      {file !== null && (
        <div className={css.parts}>
          <TextField
            label={products(($) => $.columns.name)}
            required
            maxLength={LIMITS.product_name_max}
            {...form.field('name')}
            error={form.error('name') ?? (conflicts.name ? codeText('product_name_exists') : undefined)}
          />
          <TextField
            label={products(($) => $.columns.product_key)}
            required
            maxLength={LIMITS.product_key_max}
            hint={products(($) => $.form.key_hint)}
            {...form.field('product_key')}
            error={form.error('product_key') ?? (conflicts.product_key ? codeText('product_key_exists') : undefined)}
          />
          <FileContent file={file} findings={check_result?.findings ?? null} />
        </div>
      )}
    </FormDrawer>
  )
}
