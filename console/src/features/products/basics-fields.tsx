import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PRODUCT_DATA_TYPES, type ProductBasics } from '@heatfleet/contract/products/products.ts'
import { useMessages } from '../../messages/messages.ts'
import {
  CheckboxGroupField,
  NumberField,
  RadioGroupField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../ui/field.tsx'
import { FormGrid } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Form } from '../../ui/use-form.ts'
import { useBasicsChoices } from './product-texts.ts'
import css from './products.module.css'

/** Form values of the basics: a number may be missing, a choice not made yet. */
export type BasicsDraft = Omit<ProductBasics, 'bind_limit' | 'category'> & {
  bind_limit: number | null
  category: ProductBasics['category'] | undefined
}

/** Product data and connection settings (product 3.24, steps 1 and 2). */
export function BasicsFields<Draft extends BasicsDraft>({ form }: { form: Form<Draft> }) {
  // Only fields of the basics are used, whatever else the form holds.
  const { field, error, values, set } = form as unknown as Form<BasicsDraft>
  const t = useMessages('products')
  const choices = useBasicsChoices()
  const radio = (key: 'topology' | 'data_type') => ({ label: t(($) => $.columns[key]), error: error(key) })
  return (
    <>
      <Panel title={t(($) => $.form.identity)}>
        <div className={css.parts}>
          <FormGrid>
            <TextField
              label={t(($) => $.columns.name)}
              required
              maxLength={LIMITS.product_name_max}
              {...field('name')}
            />
            <TextField
              label={t(($) => $.columns.english_name)}
              maxLength={LIMITS.product_name_max}
              {...field('english_name')}
            />
            <SelectField
              label={t(($) => $.columns.category)}
              required
              options={choices.categories}
              {...field('category')}
            />
            <TextField
              label={t(($) => $.columns.solution)}
              maxLength={LIMITS.product_name_max}
              {...field('solution')}
            />
          </FormGrid>
          <TextAreaField
            label={t(($) => $.columns.description)}
            maxLength={LIMITS.product_text_max}
            {...field('description')}
          />
        </div>
      </Panel>
      <Panel title={t(($) => $.form.connection)}>
        <FormGrid>
          <CheckboxGroupField
            label={t(($) => $.columns.network_type)}
            required
            inline
            options={choices.networks}
            {...field('network_type')}
          />
          <CheckboxGroupField
            label={t(($) => $.columns.platform)}
            required
            inline
            options={choices.platforms}
            {...field('platforms')}
          />
          <NumberField
            label={t(($) => $.columns.bind_limit)}
            required
            min={1}
            max={100}
            hint={t(($) => $.form.bind_limit_hint)}
            {...field('bind_limit')}
          />
          <RadioGroupField
            {...radio('topology')}
            options={choices.topologies}
            value={values.topology}
            onChange={(value) => set('topology', value)}
          />
          <RadioGroupField
            {...radio('data_type')}
            options={PRODUCT_DATA_TYPES.map((value) => ({
              value,
              label: t(($) => $.data_type[value]),
              hint: t(($) => $.data_type_hint[value]),
            }))}
            value={values.data_type}
            onChange={(value) => set('data_type', value)}
          />
        </FormGrid>
      </Panel>
    </>
  )
}
