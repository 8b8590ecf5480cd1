import { useLocation } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { Page } from '../../ui/page.tsx'
import { NoPermission } from '../../ui/states.tsx'
import type { WizardStart } from './paths.ts'
import { Wizard } from './wizard.tsx'

/** A new rollout (product 3.40); another screen may hand over units, a product or a template. */
export function Component() {
  const t = useMessages('rollouts')
  const may = usePermission('rollout:create')
  const location = useLocation()
  // Written by our own screens alone, and never sent before it is validated as what somebody typed.
  const start = (location.state ?? {}) as WizardStart
  return (
    <Page title={t(($) => $.create)} tab={t(($) => $.create)}>
      {may ? <Wizard start={start} /> : <NoPermission permission="rollout:create" />}
    </Page>
  )
}
