import type { Words } from '../words/words.ts'
import type { en } from './words.en.ts'

/** Words of what ties people to units: claim codes, owners, consent. */
export const zh: Words<typeof en, 'zh'> = {
  roles: { owner: '户主', shared: '共享' },
  ways: { scan: '标签绑定码', share: '邀请', admin: '手动' },
  claim: {
    action: '绑定码',
    title: '“{{device}}”的绑定码',
    text: '设备没有户主时，持有此码的人即可成为户主。请只交给设备所在住户。查看操作会记入审计日志。',
    qr: '供 App 扫描的二维码：{{mac}} 的编号与绑定码',
    generation: '第 {{number}} 个绑定码',
    renew: '更换绑定码',
    renew_title: '为“{{device}}”更换绑定码？',
    renew_text: '标签上的绑定码以及此前查看过的绑定码将立即失效。',
    renewed: '旧绑定码已失效。',
  },
  transfer: {
    action: '转移给他人',
    title: '转移“{{device}}”',
    text: '{{owner}}以及所有共享用户都将失去该设备。新户主从零开始，此前的绑定码全部失效。',
    to: '新户主的用户编号',
    to_hint: '可在 App 用户列表中查到。',
    looking: '正在查找用户…',
    found: '新户主：{{name}}',
    found_with: '新户主：{{name}} · {{contact}}',
    same: '该用户已经是户主。',
    erased: '该用户的数据已清除。',
    to_first: '请指定新户主。',
    confirm: '转移设备',
    done: '设备已有新户主。',
  },
  consent: {
    given: '已同意远程服务',
    missing: '未同意远程服务',
    not_needed: '无户主',
  },
}
