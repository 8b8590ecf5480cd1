import { api } from '@heatfleet/contract/api.ts'
import type { Branding } from '@heatfleet/contract/distributors/branding.ts'
import { lazy, Suspense } from 'react'
import { useChange, useRead } from '../../../cloud/call.ts'
import { usePermission, useSession } from '../../../cloud/session.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import css from './wall-settings.module.css'

const BrandingForm = lazy(async () => ({ default: (await import('../../distributors/public.ts')).BrandingForm }))

/** The logo that the big screen shows is that of an organisation, in its console too: of the distributor chosen, else of the reader's. */
export function LogoForm({ agent_id }: { agent_id: number | undefined }) {
  const own_agent_id = useSession((state) => state.user?.agent_id ?? null)
  const of_agent = agent_id ?? own_agent_id
  return of_agent === null ? <ManufacturerLogo /> : <AgentLogo key={of_agent} agent_id={of_agent} />
}

function AgentLogo({ agent_id }: { agent_id: number }) {
  const params = { id: agent_id }
  const missing_permission = useMissingPermission('agent:edit')
  const { data } = useRead(api.agentBranding, { params }, { enabled: usePermission('agent:view') })
  const brand = useChange(api.brandAgent)
  return (
    <Section
      stored={data}
      missing_permission={missing_permission}
      onSave={(body) => brand.mutateAsync({ params, body })}
    />
  )
}

function ManufacturerLogo() {
  const missing_permission = useMissingPermission('system:edit')
  const { data } = useRead(api.manufacturerBranding, {}, { enabled: usePermission('system:view') })
  const brand = useChange(api.brandManufacturer)
  return (
    <Section stored={data} missing_permission={missing_permission} onSave={(body) => brand.mutateAsync({ body })} />
  )
}

type SectionProps = {
  /** Undefined = not read, or not to be seen. */
  stored: Branding | undefined
  missing_permission: string | undefined
  onSave: (branding: Branding) => Promise<unknown>
}

function Section({ stored, missing_permission, onSave }: SectionProps) {
  const t = useMessages('dashboard')
  if (stored === undefined) return null
  return (
    <section className={css.links}>
      <h3>{t(($) => $.wall.logo)}</h3>
      <p>{t(($) => $.wall.logo_hint)}</p>
      <Suspense>
        <BrandingForm stored={stored} missing_permission={missing_permission} onSave={onSave} />
      </Suspense>
    </section>
  )
}
