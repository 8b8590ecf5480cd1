import './ui/global.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './cloud/call.ts'
import { startLive } from './cloud/live.ts'
import { followOtherTabs } from './cloud/session.ts'
import { startSocket } from './cloud/socket.ts'
import { startMessages } from './messages/messages.ts'
import { Application } from './shell/application.tsx'
import { startPreferences } from './shell/apply-preferences.ts'
import { startRouter } from './shell/router.tsx'
import { startDisplay } from './ui/display.ts'
import { startTheme } from './ui/theme.ts'

startTheme()
startDisplay()
await startMessages()
followOtherTabs()
startLive()
startSocket()
startPreferences()
startRouter()

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')
const root = createRoot(place)
// As a transition, whose work React spreads over short tasks: presses are heard meanwhile.
startTransition(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Application />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
