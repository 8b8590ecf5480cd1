import type { ORDER_TYPES, Rating } from '@heatfleet/contract/service-orders/row.ts'
import type { PlannedHousehold, PlannedPerson } from './people.ts'

/** A service order of the demo and its course; missing steps do not happen. */
export type OrderScript = {
  language: PlannedPerson['language']
  type: (typeof ORDER_TYPES)[number]
  /** At most the length shown in lists: the order is identified by its text. */
  problem: string
  /** User name of the assignee, whose scope contains every device of users of this language. */
  handler?: 'service' | 'malopolska'
  answer?: string
  /** The user's reply. */
  reply?: string
  /** Resolved by staff, after an answer. */
  resolved?: true
  rating?: Rating
  comment?: string
}

/** In order of filing. */
const ORDER_SCRIPTS: readonly OrderScript[] = [
  {
    language: 'zh',
    type: 'fault',
    problem: '昨晚开始热水只有三十多度，面板上没有报警。',
    handler: 'service',
    answer: '您好，我们远程检查后发现生活热水温度被设成了 38 °C，已为您改回 50 °C，请今晚再试一下。',
    reply: '好的，今晚洗澡时看看。',
    resolved: true,
    rating: 'very_satisfied',
    comment: '回复很快，热水已经恢复正常。',
  },
  {
    language: 'pl',
    type: 'fault',
    problem: 'Od rana pompa włącza się co kilka minut, a w salonie jest tylko 18 °C.',
    handler: 'malopolska',
    answer:
      'Dzień dobry, widzimy częste starty sprężarki. Serwisant może przyjechać jutro między 9 a 12. Czy to odpowiada?',
    reply: 'Tak, jutro przed południem jesteśmy w domu.',
  },
  {
    language: 'de',
    type: 'usage',
    problem: 'Wie stelle ich die Nachtabsenkung so ein, dass es um sechs Uhr wieder warm ist?',
    answer:
      'Bitte legen Sie im Zeitplan den Beginn der Heizzeit auf 5 Uhr. Die Fußbodenheizung braucht etwa eine Stunde.',
    resolved: true,
    rating: 'satisfied',
    comment: 'Hat geholfen, danke.',
  },
  {
    language: 'en',
    type: 'app',
    problem: 'The app shows the outdoor temperature in °C only. I would like °F as well.',
    answer: 'Thank you, we have passed it on. For now it can be read on the panel of the unit in both.',
    resolved: true,
  },
  {
    language: 'zh',
    type: 'usage',
    problem: '出门一周，应该关机还是用度假模式？家里有地暖。',
    answer: '建议使用度假模式，水温保持在防冻温度以上，请不要断电。',
    resolved: true,
    rating: 'satisfied',
  },
  {
    language: 'pl',
    type: 'installation',
    problem: 'Po montażu jednostka zewnętrzna drga i słychać to w sypialni. Czy można dołożyć podkładki?',
    handler: 'service',
    answer: 'Tak, wyślemy podkładki antywibracyjne, a instalator założy je bezpłatnie.',
    resolved: true,
    rating: 'dissatisfied',
    comment: 'Na podkładki czekaliśmy zbyt długo.',
  },
  {
    language: 'de',
    type: 'fault',
    problem: 'Unter dem Außengerät bildet sich seit gestern viel Eis, der Ablauf scheint zugefroren zu sein.',
    answer: 'Bitte das Eis nicht abschlagen. Ist die Begleitheizung des Ablaufs eingesteckt?',
  },
  {
    language: 'zh',
    type: 'installation',
    problem: '外机离卧室窗户太近，夜里有点吵，想咨询能不能移到院子另一侧。',
  },
  {
    language: 'pl',
    type: 'usage',
    problem: 'Jak ustawić ogrzewanie wody tylko na tańszą taryfę nocną?',
  },
  {
    language: 'de',
    type: 'suggestion',
    problem: 'Ein Monatsvergleich des Stromverbrauchs in der App wäre schön.',
    answer: 'Vielen Dank für die Anregung, wir haben sie an die Entwicklung weitergegeben.',
    resolved: true,
    rating: 'very_satisfied',
    comment: 'Freundliche und schnelle Antwort.',
  },
  { language: 'zh', type: 'suggestion', problem: '希望小程序里能给老人开一个大字体的界面。' },
]

/** Assigns scripts to devices: each once, first in regions without an order. */
export const planOrders = (households: readonly PlannedHousehold[]): Map<string, OrderScript> => {
  const planned = new Map<string, OrderScript>()
  const regions = new Set<string>()
  for (const script of ORDER_SCRIPTS) {
    const free = households.filter(({ mac, owner }) => owner.language === script.language && !planned.has(mac))
    const chosen = free.find(({ owner }) => !regions.has(owner.region_text)) ?? free[0]
    if (chosen === undefined) continue
    planned.set(chosen.mac, script)
    regions.add(chosen.owner.region_text)
  }
  return planned
}
