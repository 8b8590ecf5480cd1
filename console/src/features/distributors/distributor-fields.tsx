import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import {
  EmailField,
  MultiRegionField,
  MultiSelectField,
  NumberField,
  PhoneField,
  PlaceField,
  TextAreaField,
  TextField,
} from '../../ui/field.tsx'
import { FormGrid } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { Draft } from './distributor-draft.ts'
import css from './distributors.module.css'
import { useProductChoices } from './product-names.ts'

/** The fields a distributor has from its birth on. `place`: its level and higher one. `own`: only the contact may change. */
export function DistributorFields({
  form,
  place,
  own = false,
}: {
  form: Form<Draft>
  place: ReactNode
  own?: boolean
}) {
  const t = useMessages('distributors')
  const products = useProductChoices()
  const { values, set, setAlong, field, error } = form
  const { country, region_code, region_text } = values
  return (
    <>
      <Panel title={t(($) => $.form.general)}>
        <div className={css.stack}>
          <FormGrid>
            <TextField
              label={t(($) => $.columns.agent_name)}
              required
              disabled={own}
              hint={t(($) => $.form.name_hint, { max: LIMITS.agent_name_max })}
              {...field('agent_name')}
            />
            {place}
          </FormGrid>
          <PlaceField
            required
            disabled={own}
            value={{ country, region_code, region_text }}
            onChange={(next) => {
              // The region goes with the country: it is empty because of that, not because somebody left it so.
              const put = next.country === country ? set : setAlong
              put('region_code', next.region_code)
              put('region_text', next.region_text)
              if (next.country !== country) set('country', next.country)
            }}
            errors={{
              country: error('country'),
              region_code: error('region_code'),
              region_text: error('region_text') ?? (country === 'CN' ? undefined : error('region_code')),
            }}
          />
          <FormGrid>
            <TextField label={t(($) => $.columns.address)} {...field('address')} />
            <PhoneField label={t(($) => $.columns.phone)} {...field('phone')} />
            <EmailField label={t(($) => $.columns.email)} {...field('email')} />
          </FormGrid>
        </div>
      </Panel>
      <Panel title={t(($) => $.form.business)}>
        <div className={css.stack}>
          <FormGrid>
            <MultiRegionField
              label={t(($) => $.columns.agency_area)}
              hint={t(($) => $.form.empty_anywhere)}
              disabled={own}
              {...field('agency_area')}
            />
            <MultiSelectField
              label={t(($) => $.columns.product_keys)}
              hint={t(($) => $.form.empty_all)}
              disabled={own}
              options={products}
              {...field('product_keys')}
            />
            <TextField label={t(($) => $.columns.business_scope)} disabled={own} {...field('business_scope')} />
            <NumberField
              label={t(($) => $.form.account_quota)}
              hint={t(($) => $.form.empty_unlimited)}
              disabled={own}
              min={0}
              max={LIMITS.quota_max}
              {...field('account_quota')}
            />
            <NumberField
              label={t(($) => $.form.device_quota)}
              hint={t(($) => $.form.empty_unlimited)}
              disabled={own}
              min={0}
              max={LIMITS.quota_max}
              {...field('device_quota')}
            />
          </FormGrid>
          <TextAreaField
            label={t(($) => $.columns.remark)}
            disabled={own}
            maxLength={LIMITS.remark_max}
            {...field('remark')}
          />
        </div>
      </Panel>
    </>
  )
}
