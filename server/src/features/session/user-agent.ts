/** Browsers in the order in which they must be looked for: each later one is named in the user agent of those before. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['WeChat', /\bMicroMessenger\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[^ ]* (?:Mobile\/\w+ )?Safari\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['HarmonyOS', /\b(?:HarmonyOS|OpenHarmony)\b/],
  ['Windows', /\bWindows NT\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Names of browser and operating system; empty when the user agent has neither (a program). */
type Browser = { browser: string; system: string }

/** Names browser and system of a user agent: names of products, the same in every language. */
export const browserOf = (user_agent: string): Browser => {
  const found = BROWSERS.map(([name, pattern]) => ({ name, match: pattern.exec(user_agent) })).find(
    ({ match }) => match !== null,
  )
  return {
    browser: found === undefined ? '' : `${found.name} ${found.match?.[1] ?? ''}`,
    system: SYSTEMS.find(([, pattern]) => pattern.test(user_agent))?.[0] ?? '',
  }
}
