import type { DeviceModel } from '@heatfleet/contract/models/models.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productOf } from '../../messages/product-name.ts'
import { Facts } from '../../ui/facts.tsx'
import { OnlineMark, RecognitionMark, StateChip } from '../../ui/status.tsx'
import css from './models.module.css'
import { useProductNames } from './product-names.ts'

/** What is known of the model of a device. */
export function ModelFacts({ model }: { model: DeviceModel }) {
  const t = useMessages('models')
  const lang = useLanguage()
  const nameOf = useProductNames()
  const { info_pk, dtu_default_pk, agreement } = model
  return (
    <Facts
      items={[
        {
          label: t(($) => $.columns.product_name),
          value: <Model name={productOf(model, lang)} product_key={model.product_key} />,
        },
        {
          label: t(($) => $.columns.dtu_default_pk),
          value:
            dtu_default_pk === null ? (
              <span className={css.weak}>{t(($) => $.unit.none_set)}</span>
            ) : (
              <Model name={nameOf(dtu_default_pk)} product_key={dtu_default_pk} />
            ),
        },
        {
          label: t(($) => $.columns.info_pk),
          value:
            info_pk === null ? (
              <span className={css.weak}>{t(($) => $.unit.none_recognized)}</span>
            ) : (
              <Model name={nameOf(info_pk)} product_key={info_pk} />
            ),
        },
        { label: t(($) => $.columns.vcard_pk), value: <RecognitionMark state={model.vcard_pk} /> },
        {
          label: t(($) => $.columns.agreement),
          value: agreement === null ? null : <AgreementMark agrees={agreement} />,
        },
        {
          label: t(($) => $.unit.imported),
          value: <Model name={nameOf(model.imported_pk)} product_key={model.imported_pk} />,
        },
        {
          label: t(($) => $.columns.module_type),
          value: [model.module_type, t(($) => (model.generic ? $.generic.yes : $.generic.no))]
            .filter((part) => part !== '')
            .join(' · '),
        },
        { label: t(($) => $.columns.online_status), value: <OnlineMark state={model.online_status} /> },
      ]}
    />
  )
}

const Model = ({ name, product_key }: { name: string; product_key: string }) => (
  <span className={css.model}>
    {name}
    {name !== product_key && <code>{product_key}</code>}
  </span>
)

/** Whether the set and the recognised model are the same. */
export function AgreementMark({ agrees }: { agrees: boolean }) {
  const t = useMessages('models')
  return agrees ? (
    <StateChip tone="ok" shape="filled">
      {t(($) => $.agreement.yes)}
    </StateChip>
  ) : (
    <StateChip tone="warn" shape="triangle" title={t(($) => $.agreement.differ_hint)}>
      {t(($) => $.agreement.no)}
    </StateChip>
  )
}
