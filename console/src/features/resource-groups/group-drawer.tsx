import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type ResourceGroupDetail, ResourceGroupDraft } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import { AssigneesTable } from '../../assignees/assignees-table.tsx'
import { useChange, useRead } from '../../cloud/call.ts'
import { useDistributorNames, useProducts } from '../../cloud/picker-reads.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { MultiSelectField } from '../../ui/field-multi-select.tsx'
import { MultiRegionField } from '../../ui/field-region.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import { GroupPreview } from './group-preview.tsx'
import { useGroupName } from './list.tsx'
import { parseMacs } from './macs.ts'
import styles from './resource-groups.module.css'

/** The accounts that the group is assigned to (product 3.40). */
function GroupAccounts({ group_id }: { group_id: number }) {
  const t = useMessages('resource-groups')
  const read = useRead(api.resourceGroupAccounts, { params: { id: group_id } })
  return (
    <section className={styles.accounts}>
      <h3>{t(($) => $.columns.accounts)}</h3>
      <AssigneesTable read={read} empty={<p className={styles.muted}>{t(($) => $.no_accounts)}</p>} />
    </section>
  )
}

type MenuAgent = ResultOf<typeof api.menuAgents>[number]

/** Each distributor with its ancestors in scope: `Zhejiang / Hangzhou / Xihu`. */
const distributorPaths = (agents: readonly MenuAgent[]): { agent_id: number; agent_name: string; path: string }[] => {
  const by_id = new Map(agents.map((agent) => [agent.agent_id, agent]))
  const pathOf = (agent: MenuAgent): string => {
    const parent = agent.parent_id === null ? undefined : by_id.get(agent.parent_id)
    return parent === undefined ? agent.agent_name : `${pathOf(parent)} / ${agent.agent_name}`
  }
  return agents.map((agent) => ({ agent_id: agent.agent_id, agent_name: agent.agent_name, path: pathOf(agent) }))
}

const WIDTH_PX = 640

/** A resource group to view, change or create (`id` null), with a preview of its devices. */
export function GroupDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  const t = useMessages('resource-groups')
  const read = useRead(api.resourceGroupInfo, { params: { id: id ?? 1 } }, { enabled: id !== null })
  const nameOf = useGroupName()
  if (id === null) return <GroupForm group={null} onClose={onClose} />
  if (read.data?.lock === null) return <GroupForm group={read.data} onClose={onClose} />
  return (
    <Drawer
      open
      width={WIDTH_PX}
      title={read.data === undefined ? t(($) => $.title) : nameOf(read.data)}
      onClose={onClose}
    >
      {read.data !== undefined ? (
        <div className={styles.parts}>
          <p className={styles.muted}>{t(($) => $.lock[read.data.lock ?? 'no_right'])}</p>
          {read.data.everything ? (
            <p>{t(($) => $.sentence.everything)}</p>
          ) : (
            <GroupPreview members={membersOf(read.data)} />
          )}
          <GroupAccounts group_id={read.data.group_id} />
        </div>
      ) : read.error === null ? (
        <Loading />
      ) : (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      )}
    </Drawer>
  )
}

const membersOf = ({ agents, region_codes, product_keys, macs }: ResourceGroupDetail) => ({
  agent_ids: agents.map(({ agent_id }) => agent_id),
  region_codes,
  product_keys,
  macs,
})

/** Form values: the listed devices are a text. */
type FormValues = Omit<ResourceGroupDraft, 'macs'> & { macs: string }

function GroupForm({ group, onClose }: { group: ResourceGroupDetail | null; onClose: () => void }) {
  const t = useMessages('resource-groups')
  const notify = useNotify()
  const productName = useProductName()
  const agents = useDistributorNames()
  const products = useProducts()
  const create = useChange(api.createResourceGroup)
  const edit = useChange(api.editResourceGroup)
  const initial: FormValues =
    group === null
      ? { group_name: '', description: '', agent_ids: [], region_codes: [], product_keys: [], macs: '' }
      : {
          ...membersOf(group),
          group_name: group.group_name,
          description: group.description,
          macs: group.macs.join('\n'),
        }
  const form = useForm({
    schema: ResourceGroupDraft,
    initial,
    toBody: (typed) => ({ ...typed, macs: parseMacs(typed.macs).macs }),
    onSave: (body) =>
      group === null
        ? create.mutateAsync({ body })
        : edit.mutateAsync({ params: { id: group.group_id }, body: { ...body, updated_at: group.updated_at } }),
    onSaved: ({ group_name }) => {
      notify.success(
        group === null ? t(($) => $.created, { name: group_name }) : t(($) => $.saved, { name: group_name }),
      )
      onClose()
    },
  })
  const missing_permission = useMissingPermission('resgroup:edit')
  const { macs, incomplete } = parseMacs(form.values.macs)
  const incomplete_text =
    incomplete.length === 0
      ? undefined
      : t(($) => $.macs_incomplete, { count: incomplete.length, ids: incomplete.slice(0, 3).join(', ') })
  const { agent_ids, region_codes, product_keys } = form.values
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={group === null ? t(($) => $.create) : group.group_name}
      onClose={onClose}
      saveDisabledReason={incomplete_text ?? missing_permission}
    >
      <TextField
        label={t(($) => $.fields.group_name)}
        required
        maxLength={LIMITS.group_name_max}
        {...form.field('group_name')}
      />
      <TextAreaField
        label={t(($) => $.fields.description)}
        rows={2}
        maxLength={LIMITS.role_description_max}
        {...form.field('description')}
      />
      <MultiSelectField
        label={t(($) => $.fields.agents)}
        loading={agents.data === undefined}
        max={LIMITS.group_agents_max}
        options={distributorPaths(agents.data ?? []).map(({ agent_id, path }) => ({ value: agent_id, label: path }))}
        {...form.field('agent_ids')}
      />
      <MultiRegionField label={t(($) => $.fields.regions)} {...form.field('region_codes')} />
      <MultiSelectField
        label={t(($) => $.fields.products)}
        loading={products.data === undefined}
        max={LIMITS.group_products_max}
        options={(products.data ?? []).map((product) => ({ value: product.product_key, label: productName(product) }))}
        {...form.field('product_keys')}
      />
      <TextAreaField
        label={t(($) => $.fields.macs)}
        hint={t(($) => $.fields.macs_hint)}
        rows={4}
        {...form.field('macs')}
        error={incomplete_text ?? form.error('macs')}
      />
      {group !== null && group.account_count > 0 && (
        <p className={styles.muted}>{t(($) => $.used_by, { count: group.account_count })}</p>
      )}
      <GroupPreview members={{ agent_ids, region_codes, product_keys, macs }} />
      {group !== null && <GroupAccounts group_id={group.group_id} />}
    </FormDrawer>
  )
}
