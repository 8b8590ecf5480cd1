import type { Words } from '../words/shape.ts'
import type { en } from './second-factor-words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  step_app: '在手机上安装身份验证器应用。',
  step_scan: '用它扫描二维码，或手动输入密钥。',
  step_code: '输入应用显示的六位数字。',
  qr: '身份验证器密钥二维码',
  secret: '密钥（可代替扫码手动输入）',
  code: '应用中的验证码',
  code_first: '请先输入六位数字。',
  confirm: '启用',
  again: '重试',
  recovery_title: '请保存恢复码',
  recovery_text: '手机丢失时，每个恢复码可登录一次。请打印或与密码一起妥善保存。',
}
