import { api } from '@heatfleet/contract/api.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { BrandingForm } from './branding-form.tsx'

/** Logo, name and colour that the people of a distributor see in their console (product 3.28). */
export function BrandingTab({ agent_id }: { agent_id: number }) {
  const t = useMessages('distributors')
  const missing_permission = useMissingPermission('agent:edit')
  const params = { id: agent_id }
  const { data, error, refetch } = useRead(api.agentBranding, { params })
  const brand = useChange(api.brandAgent)
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} needs="agent:view" onRetry={() => void refetch()} />
  return (
    <Panel title={t(($) => $.branding.title)} note={t(($) => $.branding.note)}>
      <BrandingForm
        stored={data}
        missing_permission={missing_permission}
        onSave={(body) => brand.mutateAsync({ params, body })}
      />
    </Panel>
  )
}
