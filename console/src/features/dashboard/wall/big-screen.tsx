import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseIcon, SettingsIcon } from '../../../ui/icons.tsx'
import { Wall } from './wall.tsx'
import { readSetup, writeSetup } from './wall-address.ts'
import { WallSettings } from './wall-settings.tsx'

/** The big screen of who is signed in; its address holds how it is set up. */
export function Component() {
  const t = useMessages('dashboard')
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const [is_setting, setSetting] = useState(false)
  const setup = readSetup(query)
  return (
    <>
      <Wall
        setup={setup}
        controls={
          <>
            <Button
              kind="text"
              icon={SettingsIcon}
              label={t(($) => $.wall.settings)}
              onClick={() => setSetting(true)}
            />
            <Button
              kind="text"
              icon={CloseIcon}
              label={t(($) => $.wall.leave)}
              onClick={() => void navigate('/dashboard/front-page')}
            />
          </>
        }
      />
      {is_setting && (
        <WallSettings
          setup={setup}
          onChange={(next) => setQuery(writeSetup(next), { replace: true })}
          onClose={() => setSetting(false)}
        />
      )}
    </>
  )
}
