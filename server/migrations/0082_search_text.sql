-- Names are found by words of them in any case and without diacritics, and Chinese ones by the first letters of their pinyin:
-- what is searched is one text a name, and one trigram index of it. Chinese characters are words of their own, since two of
-- them have no trigram together. Functions are named with their schema: indexes are built with an empty search path.

create function fold_text(name text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), 'łŁøØđĐıðÐ', 'llooddidd'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;
comment on function fold_text(text) is 'Lower case without diacritics, the same as foldText of the contract.';

-- The 6,763 characters of GB 2312: translate() looks from the start, so what stays as it is comes first, then what this product and
-- place names are written with.
create function pinyin_initials(name text) returns text language sql immutable strict parallel safe as $$
  select translate(name,
      ' 0123456789abcdefghijklmnopqrstuvwxyz-_.,#/()设的备已用数有在不时号未新上据发入个模请一销存或件产品商线中查没台下内定导出最该除经本可码级置无录块名次行分人'
      '警户告看此值更重其间账报后制文到回改表点停开器应保组能列密于绑标单删前选过知条作版启称复批记结部建为位理色务您限动编操卡接以和示主日天登多及与角使会库写修围范全将通任注地字始板每型处自从机态方故期障试'
      '是同原换控别所显状工识送息小法量失代计加取权容读他解度被打移寄签信正近择先钥并成束源资服离布撤关按测检式运图消待升比对属再电辑完续因只步超输提区这大当符热效等收验败恢仅绝令草持段稿还拒水温至留尚手添志'
      '含拟整址创低要即默系暂则第连长何退由册果误之钟固统需历装共静史项序指管认生证变错答规起首类立牌确填止厂高家空求页安公话程货进旧决审缩交事相反否格少询义断外网现须语员传两常道放合较略受另明渠析包继览筛视'
      '些虚策份活流曲向见均例命清邮张丢都各己弃仍身准了且实算箱享也闭隔功压致面随意硬转给供化激馈描配片营执总必达但里平评载率轮校英余价来秒气适说头维异浏差逗耗链如它推我储触冷联某室像占初访构归节口络排题言域'
      '逐波采环禁目哪派扫剩霜依增直骤短返集兰匹替跳象严议召植案带得调非费国划料领六缺软锁问许允照终尝二感勾核境满么暖情若十套贴远早找者昵驳菜封护基截盘屏然什市辖曾粘支织藏键今镜久免频稍授述县详醒样引印预子好'
      '监减紧累路强涉省谁司索晚响心性邀月造泵才餐掉队阀风覆盖坏获年判去圈扰售搜速损颜影阅周足补参副概毫灰徽急几就快宽况赖落母群让三双探拖永约真帧做白倍层车独额繁搁忽剂忙们米敏凭浅切刷顺体脱微业隐优种阈把办察'
      '城池充店冻端而防浮跟估观绘击技健降局卷康刻框廓铃幕男女膨偏七企弱散深术四松特途往纬细险讯延仪拥泳予元胀助帮便侧插潮彻乘迟冲磁词凑底吊钉顶尔根寒函很红候怀汇既夹兼举具客括力良临邻慢枚门末普千善声释书私妥'
      '忘握吸协姓绪学演易音映越云诊政纸滞住珀琥铛百般毕猜槽楚篡旦盗德灯订冬幅辅付负附干刚狗航互滑缓绩极季架简捷介金尽精九菌壳扩蓝粒亮零龄陆绿吗玫勉匿逆凝钮旁培喷扑恰嵌枪青趋却润杀射师势树死素太突拓五物勿习星'
      '形循训沿油窄展站掌蒸质专卓紫踪走左坐座焓啊阿埃挨哎唉哀皑癌蔼矮艾碍爱隘鞍氨俺暗岸胺肮昂盎凹敖熬翱袄傲奥懊澳芭捌扒叭吧笆八疤巴拔跋靶耙坝霸罢爸柏摆佰拜稗斑班搬扳颁扮拌伴瓣半绊邦梆榜膀棒磅蚌镑傍谤苞胞褒剥'
      '薄雹堡饱宝抱暴豹鲍爆杯碑悲卑北辈背贝钡狈惫焙奔苯笨崩绷甭蹦迸逼鼻鄙笔彼碧蓖蔽毙毖币庇痹敝弊辟壁臂避陛鞭边贬扁卞辨辩辫遍彪膘鳖憋瘪彬斌濒滨宾摈兵冰柄丙秉饼炳病玻菠播拨钵博勃搏铂箔伯帛舶脖膊渤泊捕卜哺埠簿'
      '怖擦裁材财睬踩彩蔡蚕残惭惨灿苍舱仓沧糙曹厕蹭叉茬茶碴搽岔诧拆柴豺搀掺蝉馋谗缠铲阐颤昌猖场偿肠敞畅唱倡抄钞朝嘲巢吵炒扯掣澈郴臣辰尘晨忱沉陈趁衬撑橙呈惩澄诚承逞骋秤吃痴匙弛驰耻齿侈尺赤翅斥炽虫崇宠抽酬畴踌'
      '稠愁筹仇绸瞅丑臭橱厨躇锄雏滁础矗搐揣川穿椽船喘串疮窗幢床闯吹炊捶锤垂春椿醇唇淳纯蠢戳绰疵茨雌辞慈瓷刺赐聪葱囱匆丛粗醋簇促蹿窜摧崔催脆瘁粹淬翠村寸磋撮搓措挫搭瘩呆歹傣戴殆贷袋逮怠耽担丹郸掸胆氮惮淡诞弹蛋'
      '挡党荡档刀捣蹈倒岛祷稻悼蹬瞪凳邓堤滴迪敌笛狄涤翟嫡抵蒂帝弟递缔颠掂滇碘典靛垫佃甸惦奠淀殿碉叼雕凋刁钓跌爹碟蝶迭谍叠丁盯叮鼎锭东董懂栋侗恫洞兜抖斗陡豆痘督毒犊堵睹赌杜镀肚渡妒锻缎堆兑墩吨蹲敦顿囤钝盾遁掇'
      '哆夺垛躲朵跺舵剁惰堕蛾峨鹅俄讹娥恶厄扼遏鄂饿恩儿耳饵洱贰罚筏伐乏珐藩帆番翻樊矾钒凡烦贩犯饭泛坊芳肪房妨仿纺菲啡飞肥匪诽吠肺废沸芬酚吩氛纷坟焚汾粉奋忿愤粪丰枫蜂峰锋疯烽逢冯缝讽奉凤佛夫敷肤孵扶拂辐氟伏俘'
      '涪福袱弗甫抚俯釜斧脯腑府腐赴赋傅阜父腹富讣妇缚咐噶嘎钙溉甘杆柑竿肝赶秆敢赣冈钢缸肛纲岗港杠篙皋膏羔糕搞镐哥歌戈鸽胳疙割革葛蛤阁铬耕庚羹埂耿梗攻恭龚躬宫弓巩汞拱贡钩沟苟垢购够辜菇咕箍沽孤姑鼓古蛊骨谷股顾'
      '雇刮瓜剐寡挂褂乖拐怪棺官冠馆罐惯灌贯光广逛瑰圭硅龟闺轨鬼诡癸桂柜跪贵刽辊滚棍锅郭裹哈骸孩海氦亥害骇酣憨邯韩涵喊罕翰撼捍旱憾悍焊汗汉夯杭壕嚎豪郝浩呵喝荷菏禾盒貉阂河涸赫褐鹤贺嘿黑痕狠恨哼亨横衡恒轰哄烘虹'
      '鸿洪宏弘喉侯猴吼厚呼乎瑚壶葫胡蝴狐糊湖弧虎唬沪花哗华猾画槐徊淮欢桓患唤痪豢焕涣宦幻荒慌黄磺蝗簧皇凰惶煌晃幌恍谎挥辉蛔毁悔慧卉惠晦贿秽烩讳诲荤昏婚魂浑混豁伙火惑霍祸圾畸稽积箕肌饥迹讥鸡姬缉吉棘籍疾汲嫉挤'
      '脊蓟冀伎祭悸济寂忌际妓纪嘉枷佳荚颊贾甲钾假稼驾嫁歼坚尖笺煎肩艰奸缄茧柬碱硷拣捡俭剪荐槛鉴践贱箭舰剑饯渐溅涧僵姜浆江疆蒋桨奖讲匠酱蕉椒礁焦胶郊浇骄娇嚼搅铰矫侥脚狡饺缴绞剿教酵轿叫窖揭皆秸街阶劫桔杰睫竭洁'
      '姐戒藉芥界借疥诫届巾筋斤津襟锦谨靳晋烬浸劲荆兢茎睛晶鲸京惊粳井景颈敬径痉靖竟竞净炯窘揪究纠玖韭灸酒厩救臼舅咎疚鞠拘狙疽居驹菊咀矩沮聚巨距踞锯俱句惧炬剧捐鹃娟倦眷绢撅攫抉掘倔爵觉诀钧军君峻俊竣浚郡骏喀咖'
      '咯揩楷凯慨刊堪勘坎砍慷糠扛抗亢炕考拷烤靠坷苛柯棵磕颗科咳渴克课肯啃垦恳坑吭恐孔抠扣寇枯哭窟苦酷裤夸垮挎跨胯筷侩款匡筐狂矿眶旷亏盔岿窥葵奎魁傀愧溃坤昆捆困阔垃拉喇蜡腊辣啦莱婪栏拦篮阑澜谰揽懒缆烂滥琅榔狼'
      '廊郎朗浪捞劳牢老佬姥酪烙涝勒乐雷镭蕾磊儡垒擂肋泪棱楞厘梨犁黎篱狸漓李鲤礼莉荔吏栗丽厉励砾利傈俐痢沥隶璃哩俩莲镰廉怜涟帘敛脸恋炼练粮凉梁粱辆晾谅撩聊僚疗燎寥辽潦撂镣廖裂烈劣猎琳林磷霖鳞淋凛赁吝拎玲菱伶羚'
      '凌灵陵岭溜琉榴硫馏刘瘤柳龙聋咙笼窿隆垄拢陇楼娄搂篓漏陋芦卢颅庐炉掳卤虏鲁麓碌露赂鹿潞禄戮驴吕铝侣旅履屡缕虑氯律滤峦挛孪滦卵乱掠抡伦仑沦纶论萝螺罗逻锣箩骡裸洛骆妈麻玛蚂马骂嘛埋买麦卖迈脉瞒馒蛮蔓曼漫谩芒'
      '茫盲氓莽猫茅锚毛矛铆卯茂冒帽貌贸梅酶霉煤眉媒镁美昧寐妹媚闷萌蒙檬盟锰猛梦孟眯醚靡糜迷谜弥秘觅泌蜜幂棉眠绵冕娩缅苗瞄藐渺庙妙蔑灭民抿皿悯闽螟鸣铭谬摸摹蘑膜磨摩魔抹莫墨沫漠寞陌谋牟拇牡亩姆墓暮募慕木睦牧穆'
      '拿呐钠那娜纳氖乃奶耐奈南难囊挠脑恼闹淖呢馁嫩妮霓倪泥尼你腻溺蔫拈碾撵捻念娘酿鸟尿捏聂孽啮镊镍涅柠狞宁拧泞牛扭纽脓浓农弄奴努怒虐疟挪懦糯诺哦欧鸥殴藕呕偶沤啪趴爬帕怕琶拍徘湃攀潘磐盼畔叛乓庞耪胖抛咆刨炮袍'
      '跑泡呸胚裴赔陪佩沛盆砰抨烹澎彭蓬棚硼篷朋鹏捧碰坯砒霹披劈琵毗啤脾疲皮痞僻屁譬篇骗飘漂瓢票撇瞥拼贫聘乒坪苹萍瓶坡泼颇婆破魄迫粕剖铺仆莆葡菩蒲埔朴圃浦谱曝瀑欺栖戚妻凄漆柒沏棋奇歧畦崎脐齐旗祈祁骑岂乞契砌迄'
      '汽泣讫掐洽牵扦钎铅迁仟谦乾黔钱钳潜遣谴堑欠歉呛腔羌墙蔷抢橇锹敲悄桥瞧乔侨巧鞘撬翘峭俏窍茄怯窃钦侵亲秦琴勤芹擒禽寝沁轻氢倾卿擎晴氰顷庆琼穷秋丘邱球囚酋泅蛆躯屈驱娶龋趣颧醛泉痊拳犬券劝炔瘸鹊榷雀裙燃冉染瓤'
      '壤攘嚷饶绕惹壬仁忍韧刃妊纫扔戎茸蓉荣融熔溶绒冗揉柔肉茹蠕儒孺辱乳汝褥阮蕊瑞锐闰撒洒萨腮鳃塞赛叁伞桑嗓丧搔骚嫂瑟涩森僧莎砂刹沙纱傻啥煞晒珊苫杉山煽衫闪陕擅赡膳汕扇缮墒伤赏晌裳梢捎烧芍勺韶哨邵绍奢赊蛇舌舍'
      '赦摄慑社砷申呻伸娠绅神沈婶甚肾慎渗甥牲绳盛胜圣狮施湿诗尸虱石拾食蚀矢屎驶士世柿拭誓逝嗜噬仕侍饰氏恃守寿瘦兽蔬枢梳殊抒叔舒淑疏赎孰熟薯暑曙署蜀黍鼠戍竖墅庶漱恕耍摔衰甩帅栓拴爽睡税吮瞬舜硕朔烁斯撕嘶思丝肆'
      '寺嗣伺似饲巳耸怂颂宋讼诵艘擞嗽苏酥俗粟僳塑溯宿诉肃酸蒜虽隋绥髓碎岁穗遂隧祟孙笋蓑梭唆琐塌她塔獭挞蹋踏胎苔抬泰酞汰坍摊贪瘫滩坛檀痰潭谭谈坦毯袒碳叹炭汤塘搪堂棠膛唐糖倘躺淌趟烫掏涛滔绦萄桃逃淘陶讨藤腾疼誊'
      '梯剔踢锑蹄啼嚏惕涕剃屉田甜恬舔腆挑迢眺铁帖厅听烃汀廷亭庭挺艇桐酮瞳铜彤童桶捅筒痛偷投透凸秃徒涂屠土吐兔湍团颓腿蜕褪吞屯臀托鸵陀驮驼椭唾挖哇蛙洼娃瓦袜歪豌弯湾玩顽丸烷碗挽皖惋宛婉万腕汪王亡枉旺望妄威巍危'
      '韦违桅唯惟潍苇萎委伟伪尾蔚味畏胃喂魏渭谓尉慰卫瘟蚊闻纹吻稳紊嗡翁瓮挝蜗涡窝斡卧沃巫呜钨乌污诬屋芜梧吾吴毋武捂午舞伍侮坞戊雾晤悟昔熙西硒矽晰嘻锡牺稀希悉膝夕惜熄烯溪汐犀檄袭席媳喜铣洗隙戏瞎虾匣霞暇峡侠狭'
      '厦夏吓掀锨仙鲜纤咸贤衔舷闲涎弦嫌献腺馅羡宪陷厢镶香襄湘乡翔祥想巷橡萧硝霄削哮嚣宵淆晓孝肖啸笑楔歇蝎鞋挟携邪斜胁谐械卸蟹懈泄泻谢屑薪芯锌欣辛忻衅腥猩惺兴刑邢幸杏兄凶胸匈汹雄熊休羞朽嗅锈秀袖绣墟戌嘘徐蓄酗'
      '叙旭畜恤絮婿轩喧宣悬旋玄癣眩绚靴薛穴雪血勋熏旬寻驯巡殉汛逊迅押鸦鸭呀丫芽牙蚜崖衙涯雅哑亚讶焉咽阉烟淹盐研蜒岩阎炎奄掩眼衍艳堰燕厌砚雁唁彦焰宴谚殃央鸯秧杨扬佯疡羊洋阳氧仰痒养漾腰妖瑶摇尧遥窑谣姚咬舀药耀'
      '椰噎耶爷野冶掖叶曳腋夜液壹医揖铱伊衣颐夷遗胰疑沂宜姨彝椅蚁倚乙矣艺抑邑屹亿役臆逸肄疫亦裔毅忆益溢诣谊译翼翌绎茵荫殷阴姻吟银淫寅饮尹樱婴鹰缨莹萤荧蝇迎赢盈颖哟佣臃痈庸雍踊蛹咏涌恿勇幽悠忧尤铀犹游酉友右佑'
      '釉诱又幼迂淤盂榆虞愚舆俞逾鱼愉渝渔隅娱雨屿禹宇羽玉芋郁吁遇喻峪御愈欲狱育誉浴寓裕豫驭鸳渊冤垣袁援辕园圆猿缘苑愿怨院曰跃岳粤悦耘郧匀陨蕴酝晕韵孕匝砸杂栽哉灾宰咱攒赞赃脏葬遭糟凿藻枣澡蚤躁噪皂灶燥责泽贼怎'
      '憎赠扎喳渣札轧铡闸眨栅榨咋乍炸诈摘斋宅债寨瞻毡詹沾盏斩辗崭蘸栈战湛绽樟章彰漳涨杖丈帐仗瘴招昭沼赵罩兆肇遮折哲蛰辙锗蔗浙珍斟甄砧臻贞针侦枕疹震振镇阵挣睁征狰争怔拯症郑芝枝吱蜘肢脂汁职殖侄趾旨挚掷帜峙智秩'
      '稚炙痔治窒盅忠衷肿仲众舟州洲诌粥轴肘帚咒皱宙昼珠株蛛朱猪诸诛竹烛煮拄瞩嘱著柱蛀贮铸筑祝驻抓爪拽砖撰赚篆桩庄妆撞壮椎锥追赘坠缀谆捉拙桌琢茁酌啄着灼浊兹咨姿滋淄孜仔籽滓渍鬃棕宗综纵邹奏揍租卒族祖诅阻钻纂嘴'
      '醉罪尊遵昨佐柞亍丌兀丐廿卅丕亘丞鬲孬噩丨禺丿匕乇夭爻卮氐囟胤馗毓睾鼗丶亟鼐乜乩亓芈孛啬嘏仄厍厝厣厥厮靥赝匚叵匦匮匾赜卦卣刂刈刎刭刳刿剀剌剞剡剜蒯剽劂劁劐劓冂罔亻仃仉仂仨仡仫仞伛仳伢佤仵伥伧伉伫佞佧攸佚'
      '佝佟佗伲伽佶佴侑侉侃侏佾佻侪佼侬侔俦俨俪俅俚俣俜俑俟俸倩偌俳倬倏倮倭俾倜倌倥倨偾偃偕偈偎偬偻傥傧傩傺僖儆僭僬僦僮儇儋仝氽佘佥俎龠汆籴兮巽黉馘冁夔勹匍訇匐凫夙兕亠兖亳衮袤亵脔裒禀嬴蠃羸冫冱冽冼凇冖冢冥讠'
      '讦讧讪讴讵讷诂诃诋诏诎诒诓诔诖诘诙诜诟诠诤诨诩诮诰诳诶诹诼诿谀谂谄谇谌谏谑谒谔谕谖谙谛谘谝谟谠谡谥谧谪谫谮谯谲谳谵谶卩卺阝阢阡阱阪阽阼陂陉陔陟陧陬陲陴隈隍隗隰邗邛邝邙邬邡邴邳邶邺邸邰郏郅邾郐郄郇郓郦郢'
      '郜郗郛郫郯郾鄄鄢鄞鄣鄱鄯鄹酃酆刍奂劢劬劭劾哿勐勖勰叟燮矍廴凵凼鬯厶弁畚巯坌垩垡塾墼壅壑圩圬圪圳圹圮圯坜圻坂坩垅坫垆坼坻坨坭坶坳垭垤垌垲埏垧垴垓垠埕埘埚埙埒垸埴埯埸埤埝堋堍埽埭堀堞堙塄堠塥塬墁墉墚墀馨鼙'
      '懿艹艽艿芏芊芨芄芎芑芗芙芫芸芾芰苈苊苣芘芷芮苋苌苁芩芴芡芪芟苄苎芤苡茉苷苤茏茇苜苴苒苘茌苻苓茑茚茆茔茕苠苕茜荑荛荜茈莒茼茴茱莛荞茯荏荇荃荟荀茗荠茭茺茳荦荥荨茛荩荬荪荭荮莰荸莳莴莠莪莓莜莅荼莶莩荽莸荻莘'
      '莞莨莺莼菁萁菥菘堇萘萋菝菽菖萜萸萑萆菔菟萏萃菸菹菪菅菀萦菰菡葜葑葚葙葳蒇蒈葺蒉葸萼葆葩葶蒌蒎萱葭蓁蓍蓐蓦蒽蓓蓊蒿蒺蓠蒡蒹蒴蒗蓥蓣蔌甍蔸蓰蔹蔟蔺蕖蔻蓿蓼蕙蕈蕨蕤蕞蕺瞢蕃蕲蕻薤薨薇薏蕹薮薜薅薹薷薰藓藁藜藿'
      '蘧蘅蘩蘖蘼廾弈夼奁耷奕奚奘匏尢尥尬尴扌扪抟抻拊拚拗拮挢拶挹捋捃掭揶捱捺掎掴捭掬掊捩掮掼揲揸揠揿揄揞揎摒揆掾摅摁搋搛搠搌搦搡摞撄摭撖摺撷撸撙撺擀擐擗擤擢攉攥攮弋忒甙弑卟叱叽叩叨叻吒吖吆呋呒呓呔呖呃吡呗呙'
      '吣吲咂咔呷呱呤咚咛咄呶呦咝哐咭哂咴哒咧咦哓哔呲咣哕咻咿哌哙哚哜咩咪咤哝哏哞唛哧唠哽唔哳唢唣唏唑唧唪啧喏喵啉啭啁啕唿啐唼唷啖啵啶啷唳唰啜喋嗒喃喱喹喈喁喟啾嗖喑啻嗟喽喾喔喙嗪嗷嗉嘟嗑嗫嗬嗔嗦嗝嗄嗯嗥嗲嗳嗌'
      '嗍嗨嗵嗤辔嘞嘈嘌嘁嘤嘣嗾嘀嘧嘭噘嘹噗嘬噍噢噙噜噌噔嚆噤噱噫噻噼嚅嚓嚯囔囗囝囡囵囫囹囿圄圊圉圜帏帙帔帑帱帻帼帷幄幔幛幞幡岌屺岍岐岖岈岘岙岑岚岜岵岢岽岬岫岱岣峁岷峄峒峤峋峥崂崃崧崦崮崤崞崆崛嵘崾崴崽嵬嵛嵯'
      '嵝嵫嵋嵊嵩嵴嶂嶙嶝豳嶷巅彳彷徂徇徉後徕徙徜徨徭徵徼衢彡犭犰犴犷犸狃狁狎狍狒狨狯狩狲狴狷猁狳猃狺狻猗猓猡猊猞猝猕猢猹猥猬猸猱獐獍獗獠獬獯獾舛夥飧夤夂饣饧饨饩饪饫饬饴饷饽馀馄馇馊馍馐馑馓馔馕庀庑庋庖庥庠庹'
      '庵庾庳赓廒廑廛廨廪膺忄忉忖忏怃忮怄忡忤忾怅怆忪忭忸怙怵怦怛怏怍怩怫怊怿怡恸恹恻恺恂恪恽悖悚悭悝悃悒悌悛惬悻悱惝惘惆惚悴愠愦愕愣惴愀愎愫慊慵憬憔憧憷懔懵忝隳闩闫闱闳闵闶闼闾阃阄阆阊阋阌阍阏阒阕阖阗阙阚丬'
      '爿戕氵汔汜汊沣沅沐沔沌汨汩汴汶沆沩泐泔沭泷泸泱泗沲泠泖泺泫泮沱泓泯泾洹洧洌浃浈洇洄洙洎洫浍洮洵洚浒浔洳涑浯涞涠浞涓涔浜浠浼浣渚淇淅淞渎涿淠渑淦淝淙渖涫渌涮渫湮湎湫溲湟溆湓湔渲渥湄滟溱溘滠漭滢溥溧溽溻溷'
      '滗溴滏溏滂溟潢潆潇漤漕滹漯漶潋潴漪漉漩澉澍澌潸潲潼潺濑濉澧澹澶濂濡濮濞濠濯瀚瀣瀛瀹瀵灏灞宀宄宕宓宥宸甯骞搴寤寮褰寰蹇謇辶迓迕迥迮迤迩迦迳迨逅逄逋逦逑逍逖逡逵逶逭逯遄遑遒遐遨遘遢遛暹遴遽邂邈邃邋彐彗彖彘'
      '尻咫屐屙孱屣屦羼弪弩弭艴弼鬻屮妁妃妍妩妪妣妗姊妫妞妤姒妲妯姗妾娅娆姝娈姣姘姹娌娉娲娴娑娣娓婀婧婊婕娼婢婵胬媪媛婷婺媾嫫媲嫒嫔媸嫠嫣嫱嫖嫦嫘嫜嬉嬗嬖嬲嬷孀尕尜孚孥孳孑孓孢驵驷驸驺驿驽骀骁骅骈骊骐骒骓骖骘'
      '骛骜骝骟骠骢骣骥骧纟纡纣纥纨纩纭纰纾绀绁绂绉绋绌绐绔绗绛绠绡绨绫绮绯绱绲缍绶绺绻绾缁缂缃缇缈缋缌缏缑缒缗缙缜缛缟缡缢缣缤缥缦缧缪缫缬缭缯缰缱缲缳缵幺畿巛甾邕玎玑玮玢玟珏珂珑玷玳珉珈珥珙顼琊珩珧珞玺珲琏'
      '琪瑛琦琨琰琮琬琛琚瑁瑜瑗瑕瑙瑷瑭瑾璜璎璀璁璇璋璞璨璩璐璧瓒璺韪韫韬杌杓杞杈杩枥枇杪杳枘枧杵枨枞枭枋杷杼柰栉柘栊柩枰栌柙枵柚枳柝栀柃枸柢栎柁柽栲栳桠桡桎桢桄桤梃栝桕桦桁桧桀栾桊桉栩梵梏桴桷梓桫棂楮棼椟椠'
      '棹椤棰椋椁楗棣椐楱椹楠楂楝榄楫榀榘楸椴槌榇榈槎榉楦楣楹榛榧榻榫榭槔榱槁槊槟榕槠榍槿樯槭樗樘橥槲橄樾檠橐橛樵檎橹樽樨橘橼檑檐檩檗檫猷獒殁殂殇殄殒殓殍殚殛殡殪轫轭轱轲轳轵轶轸轷轹轺轼轾辁辂辄辇辋辍辎辏辘辚'
      '軎戋戗戛戟戢戡戥戤戬臧瓯瓴瓿甏甑甓攴旮旯旰昊昙杲昃昕昀炅曷昝昴昱昶耆晟晔晁晏晖晡晗晷暄暌暧暝暾曛曜曦曩贲贳贶贻贽赀赅赆赈赉赇赍赕赙觇觊觋觌觎觏觐觑牮犟牝牦牯牾牿犄犋犍犏犒挈挲掰搿擘耄毪毳毽毵毹氅氇氆氍'
      '氕氘氙氚氡氩氤氪氲攵敕敫牍牒牖爰虢刖肟肜肓肼朊肽肱肫肭肴肷胧胨胩胪胛胂胄胙胍胗朐胝胫胱胴胭脍脎胲胼朕脒豚脶脞脬脘脲腈腌腓腴腙腚腱腠腩腼腽腭腧塍媵膈膂膑滕膣膪臌朦臊膻臁膦欤欷欹歃歆歙飑飒飓飕飙飚殳彀毂觳'
      '斐齑斓於旆旄旃旌旎旒旖炀炜炖炝炻烀炷炫炱烨烊焐焖焯焱煳煜煨煅煲煊煸煺熘熳熵熨熠燠燔燧燹爝爨灬焘煦熹戾戽扃扈扉礻祀祆祉祛祜祓祚祢祗祠祯祧祺禅禊禚禧禳忑忐怼恝恚恧恁恙恣悫愆愍慝憩憝懋懑戆肀聿沓泶淼矶矸砀砉'
      '砗砘砑斫砭砜砝砹砺砻砟砼砥砬砣砩硎硭硖硗砦硐硇硌硪碛碓碚碇碜碡碣碲碹碥磔磙磉磬磲礅磴礓礤礞礴龛黹黻黼盱眄眍盹眇眈眚眢眙眭眦眵眸睐睑睇睃睚睨睢睥睿瞍睽瞀瞌瞑瞟瞠瞰瞵瞽町畀畎畋畈畛畲畹疃罘罡罟詈罨罴罱罹羁'
      '罾盍盥蠲钅钆钇钋钊钌钍钏钐钔钗钕钚钛钜钣钤钫钪钭钬钯钰钲钴钶钷钸钹钺钼钽钿铄铈铉铊铋铌铍铎铐铑铒铕铖铗铙铘铞铟铠铢铤铥铧铨铪铩铫铮铯铳铴铵铷铹铼铽铿锃锂锆锇锉锊锍锎锏锒锓锔锕锖锘锛锝锞锟锢锪锫锩锬锱锲'
      '锴锶锷锸锼锾锿镂锵镄镅镆镉镌镎镏镒镓镔镖镗镘镙镛镞镟镝镡镢镤镥镦镧镨镩镪镫镬镯镱镲镳锺矧矬雉秕秭秣秫稆嵇稃稂稞稔稹稷穑黏馥穰皈皎皓皙皤瓞瓠甬鸠鸢鸨鸩鸪鸫鸬鸲鸱鸶鸸鸷鸹鸺鸾鹁鹂鹄鹆鹇鹈鹉鹋鹌鹎鹑鹕鹗鹚鹛'
      '鹜鹞鹣鹦鹧鹨鹩鹪鹫鹬鹱鹭鹳疒疔疖疠疝疬疣疳疴疸痄疱疰痃痂痖痍痣痨痦痤痫痧瘃痱痼痿瘐瘀瘅瘌瘗瘊瘥瘘瘕瘙瘛瘼瘢瘠癀瘭瘰瘿瘵癃瘾瘳癍癞癔癜癖癫癯翊竦穸穹窀窆窈窕窦窠窬窨窭窳衤衩衲衽衿袂袢裆袷袼裉裢裎裣裥裱褚'
      '裼裨裾裰褡褙褓褛褊褴褫褶襁襦襻疋胥皲皴矜耒耔耖耜耠耢耥耦耧耩耨耱耋耵聃聆聍聒聩聱覃顸颀颃颉颌颍颏颔颚颛颞颟颡颢颥颦虍虔虬虮虿虺虼虻蚨蚍蚋蚬蚝蚧蚣蚪蚓蚩蚶蛄蚵蛎蚰蚺蚱蚯蛉蛏蚴蛩蛱蛲蛭蛳蛐蜓蛞蛴蛟蛘蛑蜃蜇'
      '蛸蜈蜊蜍蜉蜣蜻蜞蜥蜮蜚蜾蝈蜴蜱蜩蜷蜿螂蜢蝽蝾蝻蝠蝰蝌蝮螋蝓蝣蝼蝤蝙蝥螓螯螨蟒蟆螈螅螭螗螃螫蟥螬螵螳蟋蟓螽蟑蟀蟊蟛蟪蟠蟮蠖蠓蟾蠊蠛蠡蠹蠼缶罂罄罅舐竺竽笈笃笄笕笊笫笏筇笸笪笙笮笱笠笥笤笳笾笞筘筚筅筵筌筝筠'
      '筮筻筢筲筱箐箦箧箸箬箝箨箅箪箜箢箫箴篑篁篌篝篚篥篦篪簌篾篼簏簖簋簟簪簦簸籁籀臾舁舂舄臬衄舡舢舣舭舯舨舫舸舻舳舴舾艄艉艋艏艚艟艨衾袅袈裘裟襞羝羟羧羯羰羲籼敉粑粝粜粞粢粲粼粽糁糇糌糍糈糅糗糨艮暨羿翎翕翥翡'
      '翦翩翮翳糸絷綦綮繇纛麸麴赳趄趔趑趱赧赭豇豉酊酐酎酏酤酢酡酰酩酯酽酾酲酴酹醌醅醐醍醑醢醣醪醭醮醯醵醴醺豕鹾趸跫踅蹙蹩趵趿趼趺跄跖跗跚跞跎跏跛跆跬跷跸跣跹跻跤踉跽踔踝踟踬踮踣踯踺蹀踹踵踽踱蹉蹁蹂蹑蹒蹊蹰蹶'
      '蹼蹯蹴躅躏躔躐躜躞豸貂貊貅貘貔斛觖觞觚觜觥觫觯訾謦靓雩雳雯霆霁霈霏霎霪霭霰霾龀龃龅龆龇龈龉龊龌黾鼋鼍隹隼隽雎雒瞿雠銎銮鋈錾鍪鏊鎏鐾鑫鱿鲂鲅鲆鲇鲈稣鲋鲎鲐鲑鲒鲔鲕鲚鲛鲞鲟鲠鲡鲢鲣鲥鲦鲧鲨鲩鲫鲭鲮鲰鲱鲲鲳'
      '鲴鲵鲶鲷鲺鲻鲼鲽鳄鳅鳆鳇鳊鳋鳌鳍鳎鳏鳐鳓鳔鳕鳗鳘鳙鳜鳝鳟鳢靼鞅鞑鞒鞔鞯鞫鞣鞲鞴骱骰骷鹘骶骺骼髁髀髅髂髋髌髑魅魃魇魉魈魍魑飨餍餮饕饔髟髡髦髯髫髻髭髹鬈鬏鬓鬟鬣麽麾縻麂麇麈麋麒鏖麝麟黛黜黝黠黟黢黩黧黥黪黯'
      '鼢鼬鼯鼹鼷鼽鼾齄',
      ' 0123456789abcdefghijklmnopqrstuvwxyz-_.,#/()sdbyysyzbshwxsjfrgmqyxchjcpsxzcmtxnddczgcjbkmjzwlkmcxfr'
      'jhgkczgzqjzbhzwdhgbdtkqybznlmybbdsqxgztzbqcfpjjbjwwlswnxdbckjyhszrtddjyjshkxxwfqjtrzdzsbmxczcjtfgqzs'
      'styhkbsxzgssxxflsdjjqqrdtjdbdyjqxzjzxybcsyzflbcgacjsytxdsbdszdjwxyzbcstqzddfrxdsybhjjlccdghjswzlsstz'
      'hnzzcdyjmxzzdlchtycgwzzgtxlzgjsxxzgrszbcdgqsllpqtzcgjkqyaghchjjjssjsxffgsxydwwxxyyclcdfhjlslmqxbjlss'
      'xxcfhlqxjjlmqyzddgjqrszlqssxxybggyzmsyyzgghjkmppyzzbddlppzllxyyjlmqsstwylcdhlrttwccllmsxzcfggjklptyy'
      'zbchjmnpsssyzzzdfjlpttxyyzzaddtffghlllqrswxyzzcegghjmmnqrsttyzzznbcfhjjpprssxcnzzcjjjjmpsssxxxyyyyzh'
      'jjjllqssssswxxxyyzbccddfffghhnpqqrssssyyyzzbcfghhhjjjkkkllmqrssttyyzzzbbccdefghjmmmmpqqssttwyyyzybbc'
      'cccdddeffggghjjjjjjkkkklmnnppqqrsssssttwwxxxyyyyyyzzbbccccccccccddddeghhhhhhhjjjjjkkllllmmmmpqssssst'
      'wwxxxxxyyyyyyzzzzzphdbbbccccddddddfffffggghhhhjjjjjjjjjjjjkklllllllmmmnnnnppppqqqqqqrssssssstttwwwxx'
      'xxxyyzzzzzzzzzzzzzzhaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbpbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
      'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbpbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
      'bccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc'
      'cccccccccccccccccccccccccczccccccccccccccccccccccccccccccccccccccccccccccccccdddddddddddddddddddddtd'
      'dddddddddddddddddddddddzdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddtdddd'
      'ddddddddddeeeeeeeeeeeeeeeeeeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff'
      'fffffffffpffffffffffffffggggggggggggggggggggggggggghggggggggghgggggggggggggggggggggggggggggggggggggg'
      'ggggggggggggggggggggggggggggggggggggggggghhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhmhhhhhhhhhhhhhhhhhhhhh'
      'hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhjjjjjjjjjjjjjjjjjjj'
      'jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjkjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj'
      'jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjzjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjkk'
      'gkkkkkkkkkkkkkkkkkkkkkkkkkkhkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkklllllllllllllllllllllll'
      'llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll'
      'lllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllmmmmmmmmmmmmmmmmmmmmm'
      'mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm'
      'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnoooooooopppppppppppppppppppppppp'
      'ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppqqqqqqqqqqqqqqqqqqqqqqqq'
      'qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqrrrr'
      'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrssssssssssssssssssssscsssssssssssssssssssssssssssssssssssssss'
      'ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss'
      'sssssssssssssssssssssssssssssssssssssssssssttttttttttttttttttttttttttttttttttttttttttttttttttttttttt'
      'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww'
      'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
      'sxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxaxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
      'xxcxxxxxxxxxxxxxxxxxxxxxxxxxxxyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'
      'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'
      'yyyyyyyyyyyyyyyyyyyyyyyyyyyxyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'
      'zzzzzzyzzzszzzzzzzzzzzzzzzznzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'
      'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'
      'zzzzzzzcqwgnspgcgnegypbtyyzdxykygtzjnnjqmbsgzscyjsyyfpgkbzgydywjkgkljywkpjqhyjwrdzlsymrypywwcckznkyy'
      'gttnjjeykkzytcjnmcylqlypysfqrpzslwbtgkjfyxjwzltbncxjjjjtxdttsqzycdxxhgckbphffsstybgmxlpbyllbhlxsmzmy'
      'jhsojnghdzqyklgjhsgqzhxqgkezzwyscscjxyeyxadzpmdssmzjzqjyzcjjfwqjbyzbxgznzcpwhwxhqkmwfbpbydtjzzkxhyly'
      'gcfptyjyyzpszlfchmqshgmxxsxjykdcsbbqbefsjyhxwgzkpylqbgldlcdtnmayddkssngycsgxlyzaypnptsdkdylhgymylcxp'
      'yajndqjwxqxfyyfjlejpzrxccqwqqsbzkymgplbmjrqcflnymyqmtqyrbzjthztqfrxqhxmqjcjlyqgjmshzkbswyemyltxpsyds'
      'wlycjqxsjnqbsctyhbftdcyzdjwyghqfsxwckqkxebptlpxjzsrmebwhjlbjslyysmdxlclqkxlhxjrzjmfqhxhwywsbhtrxxglh'
      'qhfnmgykldyxzpwlggsmtcfpajjzyljtyanjgbjplqgdzyqyaxbkysecjsznslyzhzxlzcghpxzhznytdsbcjkdlzayffydlebbg'
      'qyzkxgldndnyskjshdlyxbcgyxypkdjmmzngmmclgwzszxzjfznmlzzthcsydbdllscddnlkjykjsycjlkwhqasdknhcsganhdaa'
      'shtcplcpqybsdmpjlpzjoqlcdhjjysprchnwjnlhlyyqyhwzptczgwwmzffjqqqqyxaclbhkdjxdgmmydqxzllsygxgkjrywzwyc'
      'lzmssjzldbydcpcxyhlxchyzjqsqqagmnyxpfrkssbjlyxysyglnscmhcwwmnzjjlxxhchsyzsttxrycyxbyhcsmxjsznpwgpxxt'
      'aybgajcxlyxdccwzocwkccsbnhcpdyznfcyytyckxkybsqkkytqqxfcwchcykelzqbsqyjqcclmthsywhmktlkjlcxwheqqhtqkp'
      'pqsqscfymmdmgbwhwlgsllysdlmlxpthmjhwljzyhzjxhtxjhxrswlwzjcbxmhzqxsdzpmgfcsglsxymqshxpjxwmyzksmyplrth'
      'bxftpmhyxlchlhlzylxgsssstclsldclrpbhzhxyyfhbmgdmycnqqwlqhjjcywjzyejjdhpblqxtqkwhlchqxagtlxljxmsljhtz'
      'kzjecxjcjnmfbycsfywybjzgnysdzsqyrsljpclpwxsdwejbjcbcnaytwgmpapclyqpclzxsbnmsggfnzjjbzsfzyndxhplqkzcz'
      'walspccjxsyzhwkypsgxfzfcdkhjgxtlqfsgdslqwzkxtmhsbgzmjzrglyjbpmlmsxlzjqqhzyjczydjwbmjklddmjegxyhylxhl'
      'qyqkycwcjmyyxnatjhyccxzpcqlbzwwytwsqcmlpmyrjcccxfpznzzljplxxyztzlgdltcklyrzzgqtgjhhgjljaxfgfjzslcfdq'
      'zlclgjdjcsnzlljpjqdcclcjxmyzftsxgcgsbrzxjqqcczhgyqtjqqlzxjylylbcyamcstylpdjbyregklzyzhlyszqlznwczcll'
      'wjqjjjkdgjzolbbzppglghtgzxyjhzmycqsycyhbhgxkamtxyxnbskyzzgjzlqjdfcjxdygjqjjpmgwgjjjpkqsbgbmmcjssclpq'
      'pdxcdyykypcjddyygywrhjrtgznyqldkljszzgzqzjgdyksgpzmtlcpwnjyfyzdjcnmwescyglbtzcgmssllyxqsxxbsjsbbsggh'
      'fjlwpmzjnlyywdqshzxtyywmcyhywdbxbtlmsyyyfsxjchtxxlhjhfssxzqhfzmzcztqcxzxrttdjhnnyzqqmtqdmmgyytxmjgdh'
      'cdyzbffallztdltfxmxqzdngwqdbdczjdxbzgsqqddjcmbkzffxmkdmdsyyszcmljdsynsprskmkmpcklgtbqtfzswtfgglypllj'
      'zhgjjgypzltcsmcnbtjbqfkthbyzgkpbbymtdssxtbnpdkleycjnydykztdhqhsyzsctarlltkzlgecllkjlqjaqnbdkkghpjtzq'
      'ksecshalqfmmgjnlyjbbtmlyzxdtjpldlpcqdhzycbzsczbzmsljflkrzjsnfrgjhxpdhyjybzgdlqcsezgxlblhyxtwmabchecm'
      'wyjyzlljjyhlgndjlslygkdzpzxjyyzlwcxszfgwyydlyhcljscmbjhblyzlycblydpdqysxqzbytdkyxjyycnrjmpdjgklcljbc'
      'tbjddbblblczqrppxjcjlzcshltoljnmdddlngkaqhqhjhykheznmshrphqqjchgmfprxhjgdychgklyrzqlcyqjnzsqtkqjymsz'
      'swlcfqqqxyfggyptqwlmcrnfkkfsyylybmqammmyxctpshcptxxzzsmphpshmclmldqfyqxszyjdjjzzhqpdszglstjbckbxyqzy'
      'sgpsxjzqzrqtbdkyxzkhhgflbcsmdldgdzdblzyycxnncsybzbfglzzxswmsccmqnjqsbdqsjtxxmbltxzclzshzcxrqjgjylxzf'
      'jphymzqqydfqjjlzznzjcdgzygctxmzysctlkphtxhtlbjxjlxscdqxcbbtjfqzfsltjbtkqbxxjjljchczdbzjdczjdcprnpqcj'
      'pfczlclzxzdmxmphjsgzgszzqlylwtjpfsyaxmcjbtzyycwmytzsjjlqcqlwzmalbxyfbpnlsfhtgjwejjxxglljstgshjqlzfkc'
      'gnndszfdeqfhbsaqtgylbxmmyjszldydqmjjrgbjtkhdhgkblqkbdmbylxwcxyttybkmrtjzxqjbhlmhmjjzmqasldcyxyqdlqca'
      'fywyxqhz')
$$;
comment on function pinyin_initials(text) is 'Each Chinese character as the first letter of its most common reading.';

-- Of characters with readings that begin differently the second one: Chongqing is found by cq, though zq is what the first gives.
create function second_initials(name text) returns text language sql immutable strict parallel safe as $$
  select public.pinyin_initials(translate(name,
      ' 0123456789abcdefghijklmnopqrstuvwxyz-_.,#/()不查无行重其单卡会将期识解被信属提区系长填厂否传合渠些份见且给率校适说召调许么屏曾粘藏频详强省盖坏圈参车繁浅种'
      '降女术助便侧乘红夹括铛般壳旁嵌趋射拓阿艾凹奥扒耙罢扳拌膀磅堡暴辟扁泊卜掺颤朝嘲澄匙仇臭揣幢淳撮掸弹翟弟佃甸丁侗恫洞兑蹲囤堕蛾恶番冯佛拂脯港皋镐疙革蛤谷广龟柜棍夯呵喝貉嘿亨虹唬稽缉伎祭贾槛疆侥缴剿揭芥景'
      '颈净拘咀句浚咖咯楷扛亢苛咳吭傀溃蜡腊姥乐纶蔓秘泌淖尿弄疟哦刨炮彭埔曝瀑栖奇齐岂契铅乾堑抢鞘俏茄趣券洒鳃刹裳芍蛇摄沈盛石食氏衰伺宿隋孙她汤倘淌陶屯驮宛万尾蔚尉挝涡斡吾戏虾厦吓纤巷嚣挟邪泄戌嘘畜羊仰叶遗疑'
      '涌俞愉吁攒泽喳轧栅辗崭折枝殖峙粥朱拽椎追兹卒丌鬲禺乇亟乜嘏匮剡仡佚伽佴俟僮诒诶谌阽陂隗郄郇郦郗哿凵厶圩圻坻垌埏垸堋艽苣芘芴苴苕茜荑茈荠荥荨莶莩莘莞堇菹菀葚蕃尢拚拗揲擗叨吖呒呔吡吲呷咭呲哕哜哏唔喏啁啐喋'
      '嗒喔嗄嗌嘬噱囗囝圜帑帱峒峤彷彡犴饧馇廑忾忪悝惝隳阏阚沌汶泷沲泺浍浒渑湫溱潢漯澍澹濞宕宓彐艴妃姣骀骠纥纰缏缪缲玢玟韫杓枞枋枸柢栎柁桡栝桧棣楱椹楂槭樘戛旰炅耆晟犍肫朐胲腌膻欹歙於焯灬焘禅戆沓砉硌碣眙睥町钭'
      '钯钿铤铪铫锬镉镡鹄瘕窕窨袷褚裼裨疋矜覃颉颌蚣蛸蝤螫竺筠箐箢糸繇趄酢蹊靓龈隹瞿鲑鲭鳜鹘麇',
      ' 0123456789abcdefghijklmnopqrstuvwxyz-_.,#/()fzmhcjsqkqjzxpszdojzzapzgjsbxjjsjkysdhybzzzbyjxhpjsjpjc'
      'xrzcpzsgggcpqbkcyzeywypbpppppppbpppxzzzdsqxtczzsddtttztttrcdhywppbbfjhgyjgyajjhbayhmpjxqqqzgjqyzcqgy'
      'gcgjgxgljghhkhghzxmygwbbcslyebbbbbbxjjkxygzcsxjcxxxscqynccdyzccxdxjsccyzdymyyyzggyhhxhqhxjyyqsxxaxwn'
      'cstycsczzzcsqssysycdccjlozqmjgsgdqnqzdxsdpkqxzxjqmwyctyhbqqbhcsxtcjxxlfxgqjyrbyfnsbtymtpsgxzhzhnrtqz'
      'tosycxgnyndtjfxhxzqxzltdyhzmstpkxsjqgtztptfxbpxtbgbplsfwwbzbjcydnkhtzzcstghgscqcxhadysyzbdszdxlycbdd'
      'ptdkdxlcgxyyqzxpygtxgzxqzdjqwszqzxjkcjxzggq'))
$$;

create function search_text_of(folded text) returns text language sql immutable strict parallel safe as $$
  select case when folded ~ '[一-鿿]' then
    ' ' || ltrim(regexp_replace(folded, '([一-鿿])', ' \1', 'g')) || ' ' || public.pinyin_initials(folded)
      || ' ' || public.second_initials(folded)
    else ' ' || folded end
$$;

create function search_text(name text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(name) = length(name) then ' ' || lower(name)
    else public.search_text_of(public.fold_text(name)) end
$$;
comment on function search_text(text) is 'What a search looks at of a name; begins with a space, so that a word begins with one.';

create index devices_search on devices using gin (search_text(device_name) gin_trgm_ops);
create index devices_mac_end on devices (reverse(mac) text_pattern_ops);
create index distributors_search on distributors using gin (search_text(agent_name) gin_trgm_ops);
create index accounts_search on accounts using gin (search_text(user_name || ' ' || nick_name) gin_trgm_ops);
create index app_users_search on app_users using gin (search_text(nick_name) gin_trgm_ops);
create index app_users_phone_part on app_users using gin (phone gin_trgm_ops);
create index app_users_email_part on app_users using gin (lower(email) gin_trgm_ops);
create index service_orders_search on service_orders using gin (search_text(left(problem, 160)) gin_trgm_ops);
create index fault_codes_search on fault_codes using gin
  (search_text(code || ' ' || coalesce(names ->> 'en', '') || ' ' || coalesce(names ->> 'zh', '') || ' ' || coalesce(names ->> 'pl', '')) gin_trgm_ops);
