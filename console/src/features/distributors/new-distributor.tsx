import { api } from '@heatfleet/contract/api.ts'
import { AGENT_LEVELS, type AgentLevel, NewDistributor } from '@heatfleet/contract/distributors/distributors.ts'
import { brokenAs } from '@heatfleet/contract/text.ts'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { usePermission, useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { PasswordField, SelectField, TextField } from '../../ui/field.tsx'
import { FormGrid, FormPage } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loading, NoPermission } from '../../ui/states.tsx'
import { type Form, useForm } from '../../ui/use-form.ts'
import { parentChoices } from './agent-nodes.ts'
import { type Draft, emptyDraft, toNew } from './distributor-draft.ts'
import { DistributorFields } from './distributor-fields.tsx'
import { detailPath, LIST_PATH } from './paths.ts'
import { useAgentTree } from './use-agent-tree.ts'

/** The form of a new distributor (product 3.28); `?parent=` chooses the higher one. */
export const NewDistributorPage = () => {
  const t = useMessages('distributors')
  const may = usePermission('agent:create')
  const { agents, loaded } = useAgentTree()
  const [query] = useSearchParams()
  const is_manufacturer = useSession((session) => session.user?.agent_id === null)
  const title = t(($) => $.form.new_title)
  const names = useMemo(() => new Set(agents.map(({ agent_name }) => agent_name)), [agents])
  if (!may || !loaded)
    return <Page title={title}>{may ? <Loading /> : <NoPermission permission="agent:create" />}</Page>
  const parent = agents.find(({ agent_id }) => agent_id === Number(query.get('parent')))
  const highest = agents.reduce<number>((least, agent) => Math.min(least, agent.agent_level), 3)
  const levels = AGENT_LEVELS.filter((level) => (is_manufacturer ? true : level > highest))
  const level = AGENT_LEVELS.find((one) => one === (parent === undefined ? levels[0] : parent.agent_level + 1))
  return <NewForm title={title} levels={levels} level={level ?? 3} parent_id={parent?.agent_id ?? null} names={names} />
}

function NewForm(props: {
  title: string
  levels: readonly AgentLevel[]
  level: AgentLevel
  parent_id: number | null
  /** Names already taken by distributors that the viewer sees; shown with all other errors. */
  names: ReadonlySet<string>
}) {
  const t = useMessages('distributors')
  const navigate = useNavigate()
  const notify = useNotify()
  const create = useChange(api.createAgent)
  const form = useForm({
    schema: useMemo(
      () =>
        NewDistributor.refine(
          ({ agent_name }) => !props.names.has(agent_name),
          brokenAs('distributor_name_exists', 'agent_name'),
        ),
      [props.names],
    ),
    initial: emptyDraft(props.level, props.parent_id),
    toBody: toNew,
    onSave: (body) => create.mutateAsync({ body }),
    onSaved: ({ agent_id }) => {
      notify.success(t(($) => $.form.created))
      void navigate(detailPath(agent_id), { replace: true })
    },
  })
  return (
    <FormPage
      form={form}
      title={props.title}
      tab={props.title}
      save={t(($) => $.form.save_new)}
      onCancel={() => void navigate(LIST_PATH)}
    >
      <DistributorFields form={form} place={<PlaceInTree form={form} levels={props.levels} />} />
      <FirstAccount form={form} />
    </FormPage>
  )
}

/** Level and higher distributor: only those one level above can be chosen. */
function PlaceInTree({ form, levels }: { form: Form<Draft>; levels: readonly AgentLevel[] }) {
  const t = useMessages('distributors')
  const { nodes } = useAgentTree()
  const { agent_level, parent_id } = form.values
  const parents = parentChoices(nodes, [agent_level - 1])
  return (
    <>
      <SelectField
        label={t(($) => $.columns.agent_level)}
        required
        hint={t(($) => $.form.level_hint)}
        value={agent_level}
        onChange={(level = agent_level) => {
          form.set('agent_level', level)
          form.set('parent_id', null)
        }}
        options={levels.map((level) => ({ value: level, label: t(($) => $.levels[level]) }))}
        error={form.error('agent_level')}
      />
      {agent_level > 1 && (
        <SelectField
          label={t(($) => $.columns.parent_name)}
          required
          search
          value={parent_id ?? undefined}
          onChange={(next) => form.set('parent_id', next ?? null)}
          options={parents}
          error={form.error('parent_id')}
        />
      )}
    </>
  )
}

/** A password makes the first account, which must change it when it logs in. */
function FirstAccount({ form }: { form: Form<Draft> }) {
  const t = useMessages('distributors')
  const may = usePermission('account:create')
  const { field } = form
  if (!may) return null
  return (
    <Panel title={t(($) => $.form.first_account)}>
      <FormGrid>
        <TextField label={t(($) => $.form.user_name)} hint={t(($) => $.form.user_name_hint)} {...field('user_name')} />
        <PasswordField
          label={t(($) => $.form.password)}
          hint={t(($) => $.form.password_hint)}
          autoComplete="new-password"
          {...field('password')}
        />
      </FormGrid>
    </Panel>
  )
}
