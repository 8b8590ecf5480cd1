import { CallFailed } from '@heatfleet/contract/client.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Gone, Loading, NeverAny, NoMatch, NoPermission } from '../../ui/states.tsx'

const failed = new CallFailed(502, 'Bad Gateway', 'req-7f3a91c2')

/** What a screen shows when it has nothing to show. */
export function States() {
  return (
    <>
      <Panel title="Loading">
        <Loading />
      </Panel>
      <Panel title="Never any">
        <NeverAny
          title="No devices yet"
          text="Devices appear here once they are imported."
          action={<Button kind="primary">Import</Button>}
        />
      </Panel>
      <Panel title="No match">
        <NoMatch onClear={() => {}} />
      </Panel>
      <Panel title="No permission">
        <NoPermission permission="device:control" />
      </Panel>
      <Panel title="Error">
        <ErrorState error={failed} onRetry={() => {}} />
      </Panel>
      <Panel title="Gone">
        <Gone />
      </Panel>
    </>
  )
}
