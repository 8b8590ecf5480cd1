import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, useConfirm } from '../../ui/dialog.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { DownloadIcon, EditIcon, MoreIcon, RefreshIcon, StarIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QuickTabs, Tabs } from '../../ui/tabs.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './gallery.module.css'

export function Actions() {
  const notify = useNotify()
  const confirm = useConfirm()
  const [tab, setTab] = useState('overview')
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null)
  const [name, setName] = useState('Villa Linden 4')
  const close = () => setOpen(null)
  return (
    <Panel title="Actions">
      <div className={styles.row}>
        <Button kind="primary">Primary</Button>
        <Button>Default</Button>
        <Button kind="text">Text</Button>
        <Button kind="link">Link</Button>
        <Button kind="danger">Danger</Button>
        <Button disabledReason="The device is offline.">Disabled</Button>
        <Button kind="primary" busy>
          Busy
        </Button>
      </div>
      <div className={styles.row}>
        <Button icon={DownloadIcon}>Export</Button>
        <Button icon={RefreshIcon} label="Refresh" />
        <Button kind="text" icon={StarIcon} label="Favourite" />
        <Button size="small">Small</Button>
        <Button size="large">Large</Button>
        <Tooltip text="A short explanation">
          <span>Tooltip</span>
        </Tooltip>
        <DropdownMenu
          label="Row actions"
          trigger={(button) => <Button icon={MoreIcon} aria-label="Row actions" {...button} />}
          items={[
            { key: 'edit', label: 'Rename', icon: EditIcon, onSelect: () => notify.info('Rename') },
            { key: 'off', label: 'Restart', disabledReason: 'Offline', onSelect: () => {} },
            { key: 'line', divider: true },
            { key: 'delete', label: 'Delete', danger: true, onSelect: () => {} },
          ]}
        />
      </div>
      <div className={styles.row}>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button
          onClick={() => void confirm({ title: 'Delete this device?', text: 'It cannot be undone.', danger: true })}
        >
          Confirm
        </Button>
        <Button onClick={() => notify.success('Saved')}>Success</Button>
        <Button onClick={() => notify.error('The server cannot be reached.')}>Error</Button>
      </div>
      <div className={styles.row} style={{ display: 'block' }}>
        <Tabs
          label="Parts"
          value={tab}
          onChange={setTab}
          items={[
            { key: 'overview', label: 'Overview' },
            { key: 'live', label: 'Live data', badge: 64 },
            { key: 'control', label: 'Control' },
          ]}
        />
      </div>
      <div className={styles.row}>
        <QuickTabs
          label="Filters"
          value={tab}
          onChange={setTab}
          items={[
            { key: 'overview', label: 'All', badge: '12,480' },
            { key: 'live', label: 'Online', badge: '11,902' },
            { key: 'control', label: 'Alarm', badge: 87 },
          ]}
        />
      </div>
      <Dialog
        open={open === 'dialog'}
        title="Rename device"
        onClose={close}
        footer={<Button kind="primary">Save</Button>}
      >
        <TextField label="Device name" value={name} onChange={setName} />
      </Dialog>
      <Drawer open={open === 'drawer'} title="Device" onClose={close} footer={<Button onClick={close}>Close</Button>}>
        <TextField label="Device name" value={name} onChange={setName} />
      </Drawer>
    </Panel>
  )
}
