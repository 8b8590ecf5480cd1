import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { NewRegisters } from '@heatfleet/contract/products/registers.ts'
import { useRef } from 'react'
import { useChange } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useProductName } from '../../../messages/product-name.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { parseNameFile, parseNames } from './parse-names.ts'

/** Form values: the names are a text, one per line. */
type FormValues = { product_key: string | undefined; register_names: string; note: string }

/** Adds register names to a product, all or none. Mounted = open. */
export function AddRegisters(props: { products: readonly Product[] | undefined; name: string; onClose: () => void }) {
  const t = useMessages('products')
  const product_texts = useMessages('products')
  const notify = useNotify()
  const productName = useProductName()
  const add = useChange(api.addRegister)
  const initial: FormValues = { product_key: undefined, register_names: props.name, note: '' }
  const form = useForm({
    schema: NewRegisters,
    initial,
    toBody: (typed) => ({ ...typed, register_names: parseNames(typed.register_names) }),
    onSave: (body) => add.mutateAsync({ body }),
    onSaved: ({ added }) => {
      notify.success(t(($) => $.registers.added, { count: added }))
      props.onClose()
    },
  })
  return (
    <FormDrawer form={form} title={t(($) => $.registers.add)} save={t(($) => $.registers.save)} onClose={props.onClose}>
      <SelectField
        label={t(($) => $.registers.product)}
        required
        loading={props.products === undefined}
        options={(props.products ?? []).map((product) => ({
          value: product.product_key,
          label: productName(product),
          disabled: product.disabled,
          ...(product.disabled
            ? { draw: `${productName(product)} · ${product_texts(($) => $.disabled.disabled)}` }
            : {}),
        }))}
        {...form.field('product_key')}
      />
      <TextAreaField
        label={t(($) => $.registers.names)}
        required
        rows={4}
        hint={t(($) => $.registers.names_hint, { max: LIMITS.registers_added_max })}
        {...form.field('register_names')}
      />
      <FromFile
        onNames={(names) =>
          form.set('register_names', [...new Set([...parseNames(form.values.register_names), ...names])].join('\n'))
        }
      />
      <TextField label={t(($) => $.registers.remark)} maxLength={LIMITS.product_name_max} {...form.field('note')} />
    </FormDrawer>
  )
}

/** Adds names from a text file to the typed ones. */
function FromFile({ onNames }: { onNames: (names: string[]) => void }) {
  const t = useMessages('products')
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file !== undefined) onNames(parseNameFile(await file.text()))
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt"
        className="hf-hidden"
        aria-label={t(($) => $.registers.from_file)}
        tabIndex={-1}
        onChange={(event) => {
          void read(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        {t(($) => $.registers.from_file)}
      </Button>
    </div>
  )
}
