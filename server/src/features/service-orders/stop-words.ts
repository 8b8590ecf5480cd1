/** Words that say nothing of what somebody complains about, in the languages of the apps; compared in lower case. */
const ENGLISH = `a about after again all also always am an and another any are around as at back be because been before being
but by came can could day days did do does doing done down each even ever every few first for from get gets getting got had
has have having he her here him his how however i if in into is it its just last less let like made make many may me might
more most much must my now of off on once one only or other our out over own per please quite rather really said same say
see she should since so some something still such than that the their them then there these they thing this those three
through till time times to too two under until up us very was we week weeks well went were what when where which while who
why will with would yes yet you your hi hello thank thanks`

const POLISH = `a aby aż albo ale ani bardzo bez bo był była było były być by ciągle co coś cały całe choć czy czyli dla dlaczego
dlatego do dobrze dopiero dnia dni dwa dzień dziękuję gdy gdyż gdzie go i ich ile im inny ja jak jako jakoś je jego jej jest
jestem jeszcze jeśli jeżeli już każdy kiedy kilka kto która które którego której który którzy lecz lub ma mają mam mamy mi
mimo mną mnie moja moje może można mój mu musi my na nad nam nami nas nasz nic niej nich nim niż no o od ok on ona one oni ono
oraz pan pana pani po pod podczas ponad ponieważ potem poza proszę prawie przed przez przy raz razy są się sobie swoje ta tak
taka także taki tam te tego tej temu ten też to tu tych tylko tym u w we więc wiele właśnie wszystko wtedy wy z za zawsze ze
zbyt że znowu został została zostało żeby`

const GERMAN = `aber alle als also am an auch auf aus bei bin bis da dann das dass dem den der des die dies diese doch dort du
durch ein eine einem einen einer es etwas für gab hat hatte haben ich ihr im immer in ist ja jetzt kann mehr mein mich mir mit
nach noch nun nur ob oder schon sehr sein seit sich sie sind so und uns unser unter vom von vor war waren was weil wenn wer wie
wieder wir wird wurde zu zum zur über`

/** Of Chinese also single characters that are words of grammar; others, such as 慢 and 吵, say something. */
const CHINESE = `的 了 和 是 在 我 我们 你 你们 他 他们 她 它 这 这个 这些 那 那个 那些 有 也 都 就 还 还是 很 非常 太 比较 真 更 最
又 再 才 把 被 给 让 使 对 对于 从 到 向 往 以 以及 及 与 或 或者 但 但是 而 而且 并 并且 因为 所以 如果 虽然 然后 之后 之前 以后 以前 时候
时 后 前 中 上 下 里 内 外 来 去 过 着 得 地 吗 呢 吧 啊 呀 哦 嗯 一 一个 一次 一下 一直 一点 两 三 个 次 天 年 月 日 号 点 小时 分钟 几 多
多少 什么 怎么 为什么 哪 谁 可以 能 会 要 想 应该 必须 已经 正在 现在 今天 昨天 每 每次 每天 自己 家 家里 们 等 等等 请 谢谢 您 您们 说 做 用
好 好像 觉得 感觉 希望 情况 东西 人 只 只是 只有 由 为 其 其他 此 该 各 种 些 所 将 起 出 成 像 啦 嘛 哈`

export const STOP_WORDS: ReadonlySet<string> = new Set([ENGLISH, POLISH, GERMAN, CHINESE].join(' ').split(/\s+/))

/** Words that turn the next one round: "not warm" is counted, not "warm". */
export const NEGATIONS: ReadonlySet<string> = new Set(
  'not no never nie brak nicht kein keine 不 没 没有 未 无 不能 不会 无法'.split(' '),
)
