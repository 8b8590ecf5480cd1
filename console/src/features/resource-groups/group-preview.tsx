import { api } from '@heatfleet/contract/api.ts'
import type { GroupMembers } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import { useRead } from '../../cloud/call.ts'
import { useProducts } from '../../cloud/picker-reads.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useGroupSentence } from './group-sentence.ts'
import styles from './resource-groups.module.css'

/** Preview of the members: a sentence, the count, and some devices. */
export function GroupPreview({ members }: { members: GroupMembers }) {
  const t = useMessages('resource-groups')
  const sentenceOf = useGroupSentence()
  const productName = useProductName()
  const agents = useRead(api.menuAgents)
  const products = useProducts()
  const preview = useRead(api.resourceGroupPreview, { body: members }, { placeholder: 'keep' })
  const distributorNameOf = (id: number) =>
    agents.data?.find(({ agent_id }) => agent_id === id)?.agent_name ?? String(id)
  const nameOfProduct = (key: string) => {
    const product = products.data?.find(({ product_key }) => product_key === key)
    return product === undefined ? key : productName(product)
  }
  const sentence = sentenceOf({
    everything: false,
    region_codes: members.region_codes,
    agents: members.agent_ids.map(distributorNameOf),
    products: members.product_keys.map(nameOfProduct),
    singles: members.macs.length,
  })
  return (
    <section className={styles.preview} aria-label={t(($) => $.preview.title)}>
      <h3>{t(($) => $.preview.title)}</h3>
      <p>{sentence}</p>
      {preview.data === undefined ? (
        preview.error !== null && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <>
          <p role="status">
            <b>{t(($) => $.preview.devices, { count: preview.data.devices })}</b>
            {' · '}
            <b>{t(($) => $.preview.distributors, { count: preview.data.distributors })}</b>{' '}
            <span className={styles.muted}>{t(($) => $.preview.within)}</span>
          </p>
          {preview.data.unknown_macs.length > 0 && (
            <p className={styles.warning} role="alert">
              {t(($) => $.macs_unknown, {
                count: preview.data.unknown_macs.length,
                ids: preview.data.unknown_macs.slice(0, 3).join(', '),
              })}
            </p>
          )}
          {preview.data.sample.length > 0 && (
            <ul className={styles.sample} aria-label={t(($) => $.preview.sample)}>
              {preview.data.sample.map(({ mac, device_name, agent_name }) => (
                <li key={mac}>
                  <Identifier id={mac} /> <span>{device_name}</span> <span className={styles.muted}>{agent_name}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
