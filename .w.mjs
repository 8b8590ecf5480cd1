import { chromium } from '@playwright/test'
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const c=await b.newContext({locale:'en-GB',viewport:{width:1900,height:1000}})
const p=await c.newPage(); p.setDefaultTimeout(6000)
const errs=[]; p.on('pageerror',e=>errs.push(String(e))); p.on('console',m=>m.type()==='error'&&errs.push(m.text().slice(0,200)))
const B='http://127.0.0.1:18770/'
await p.goto(B); await p.waitForSelector('input[type=password]')
console.log('unauth url',p.url())
await p.goto(B+'#/device/device-saled'); await p.waitForTimeout(800); console.log('unauth other',p.url())
await p.goto(B+'#/login'); await p.waitForTimeout(500)
console.log(await p.locator('label').allInnerTexts(), await p.getByRole('button').allInnerTexts()); await p.locator('input:not([type=password])').first().fill('admin'); await p.locator('input[type=password]').fill('Adm1n-Speccy77')
await p.keyboard.press('Enter'); await p.waitForURL(/device-list|first-run/,{timeout:15000}); console.log('after login',p.url())
console.log('LS',await p.evaluate(()=>[Object.keys(localStorage),document.cookie.slice(0,12),localStorage.uid]))
await p.goto(B+'#/login'); await p.waitForTimeout(1000); console.log('login with token ->',p.url())
await p.goto(B+'#/no/such'); await p.waitForTimeout(1000); console.log('unknown ->',p.url())
const R=n=>p.getByRole(n)
const texts=async l=>[...new Set((await l.allInnerTexts()).map(t=>t.replace(/\s+/g,' ').trim()).filter(Boolean))]
const paths=process.argv[2]?process.argv[2].split(','):['/device/device-list','/device/device-import','/device/device-saled','/device/device-binder','/device/iccid-manage','/device/model-setting','/device/dev-history','/product/product-list','/product/product-record','/distributor/distributor-list','/issue/issue-list','/issue/control-log','/issue/device-history','/app-user/app-user-list','/user/user-list','/user/role-list','/user/app-list','/user/app-manage','/device/ota','/device/ota-list','/service/userFeedback','/service/revisit','/center/exports','/center/info','/map/device','/map/second','/dashboard/front-page','/dashboard/BSShow','/dashboard/monitor','/device/device-analysis']
for(const path of paths){ await p.goto(B+'#'+path); await p.waitForTimeout(1300)
 console.log('\n##',path, p.url().split('#')[1])
 console.log(' heads:',(await texts(R('heading'))).join(' | ').slice(0,200))
 console.log(' cols:',(await texts(R('columnheader'))).join(' | '))
 const m=p.getByRole('main')
 console.log(' buttons:',(await texts(m.getByRole('button'))).join(' | ').slice(0,600))
 console.log(' tabs:',(await texts(m.getByRole('tab'))).join(' | ').slice(0,300))
 const fields=await m.locator('input,select,textarea').evaluateAll(es=>es.map(e=>e.getAttribute('aria-label')||(e.labels&&e.labels[0]?.innerText)||e.placeholder||'').filter(Boolean))
 console.log(' fields:',[...new Set(fields)].join(' | ').slice(0,700))
 const cb=m.getByRole('button',{name:/^Columns/i}); if(await cb.count()){ await cb.first().click(); await p.waitForTimeout(300); console.log(' ALLCOLS:',(await texts(p.getByRole('dialog').locator('label,li'))).join(' | ').slice(0,1500)||(await texts(p.locator('[role=menu],[role=listbox],[popover]:popover-open'))).join(' | ').slice(0,1500)); await p.keyboard.press('Escape') }
}
console.log('ERRORS',[...new Set(errs)].slice(0,10)); await b.close()
