import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Product } from '@heatfleet/contract/products.ts'
import { useChange } from '../../../cloud/call.ts'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { useProductName } from '../../../words/product-name.ts'
import { useWords } from '../../../words/words.ts'

/** As it is typed: the names are a text, one a line. */
type Typed = { product_key: string | undefined; register_names: string; note: string }

/** Gives names to a product, all or none. Mounted = open. */
export function AddRegisters(props: { products: readonly Product[] | undefined; name: string; onClose: () => void }) {
  const t = useWords('registers')
  const notify = useNotify()
  const productName = useProductName()
  const add = useChange(api.addRegister)
  const initial: Typed = { product_key: undefined, register_names: props.name, note: '' }
  const form = useForm({
    schema: api.addRegister.body,
    initial,
    toBody: (typed) => ({ ...typed, register_names: namesOf(typed.register_names) }),
    onSave: (body) => add.mutateAsync({ body }),
    onSaved: ({ added }) => {
      notify.success(t(($) => $.added, { count: added }))
      props.onClose()
    },
  })
  return (
    <FormDrawer form={form} title={t(($) => $.add)} save={t(($) => $.save)} onClose={props.onClose}>
      <SelectField
        label={t(($) => $.product)}
        required
        loading={props.products === undefined}
        options={(props.products ?? []).map((product) => ({
          value: product.product_key,
          label: productName(product),
        }))}
        {...form.field('product_key')}
      />
      <TextAreaField
        label={t(($) => $.names)}
        required
        rows={4}
        hint={t(($) => $.names_hint, { max: LIMITS.registers_added_max })}
        {...form.field('register_names')}
      />
      <TextField label={t(($) => $.remark)} maxLength={LIMITS.product_name_max} {...form.field('note')} />
    </FormDrawer>
  )
}

const namesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
