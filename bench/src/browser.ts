import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

/** Where this machine has a Chromium; undefined = none. */
export const chromiumPath = (): string | undefined => PLACES.find((place) => existsSync(place))

/** Starts Chromium without windows; it has no GPU, so pages are drawn by the processor (SwiftShader). */
export const startBrowser = (): Promise<Browser> => {
  const path = chromiumPath()
  if (path === undefined) throw new Error('no Chromium was found: apt-get install chromium-headless-shell')
  return chromium.launch({
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      // Exact sizes of the heap instead of rounded ones.
      '--enable-precise-memory-info',
    ],
  })
}
