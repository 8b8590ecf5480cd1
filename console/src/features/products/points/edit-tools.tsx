import { useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyIcon, ListIcon, PlusIcon, RefreshIcon, SuccessIcon } from '../../../ui/icons.tsx'
import type { DraftEditor } from './use-draft.ts'

/** Actions on the list of points: undo, add, import, copy, suggestions. */
export function EditTools(props: {
  editor: DraftEditor
  onNew: () => void
  onTool: (tool: 'import' | 'copy') => void
  /** Undefined without points. */
  onSuggest: (() => void) | undefined
}) {
  const t = useMessages('products')
  const missing_import_permission = useMissingPermission('datapoint:import')
  const { editor } = props
  return (
    <>
      <Button size="small" kind="text" icon={RefreshIcon} disabled={editor.undo === undefined} onClick={editor.undo}>
        {t(($) => $.points.undo)}
      </Button>
      <Button size="small" kind="text" icon={PlusIcon} onClick={props.onNew}>
        {t(($) => $.points.add)}
      </Button>
      <Button
        size="small"
        kind="text"
        icon={ListIcon}
        disabledReason={missing_import_permission}
        onClick={() => props.onTool('import')}
      >
        {t(($) => $.points_import.action)}
      </Button>
      <Button size="small" kind="text" icon={CopyIcon} onClick={() => props.onTool('copy')}>
        {t(($) => $.points.copy.action)}
      </Button>
      {props.onSuggest !== undefined && (
        <Button size="small" kind="text" icon={SuccessIcon} onClick={props.onSuggest}>
          {t(($) => $.suggestions.action)}
        </Button>
      )}
    </>
  )
}
