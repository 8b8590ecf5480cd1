import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ProductBasics, ProductKey } from '@heatfleet/contract/products/products.ts'
import { useNavigate } from 'react-router'
import { useChange } from '../../../cloud/call.ts'
import { useCodeText } from '../../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { TextField } from '../../../ui/field.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { useNotify } from '../../../ui/notify.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { productPath } from '../paths.ts'
import css from '../products.module.css'
import { FileContent } from './file-content.tsx'
import { FileFaults } from './file-faults.tsx'
import { useChosenFile } from './use-chosen-file.ts'

const WIDTH_PX = 720
/** What it is called here. */
const Named = ProductBasics.pick({ name: true }).extend({ product_key: ProductKey })

/** A product out of a file that the JSON export wrote (product 3.23). Mounted = open. */
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
    schema: Named,
    initial: { product_key: file?.product_key ?? '', name: file?.basics.name ?? '' },
    onSave: async (named) => {
      // The button is shut before a file is there.
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
  const { judged } = chosen ?? { judged: null }
  // What is taken is told before it was tried, and no longer once another is typed.
  const taken = {
    product_key: judged?.key_taken && form.values.product_key === file?.product_key,
    name: judged?.name_taken && form.values.name === file?.basics.name,
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
            error={form.error('name') ?? (taken.name ? codeText('product_name_exists') : undefined)}
          />
          <TextField
            label={products(($) => $.columns.product_key)}
            required
            maxLength={LIMITS.product_key_max}
            hint={products(($) => $.form.key_hint)}
            {...form.field('product_key')}
            error={form.error('product_key') ?? (taken.product_key ? codeText('product_key_exists') : undefined)}
          />
          <FileContent file={file} findings={judged?.findings ?? null} />
        </div>
      )}
    </FormDrawer>
  )
}
