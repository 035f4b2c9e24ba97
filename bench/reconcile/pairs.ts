export type PairKind = 'paraphrase' | 'elaboration' | 'related' | 'long'

export interface Pair {
  language: 'en' | 'zh'
  kind: PairKind
  known: string
  fact: string
}

/** One pair a line, "known | new". `related` and `long` are pairs that must both be kept: the same topic, often but a word apart, in short and in long texts. */
const TEXTS: Record<Pair['language'], Record<PairKind, string>> = {
  en: {
    paraphrase: `
      User lives in Lisbon | Lisbon is where User lives
      User works as a nurse | User is a nurse by profession
      User has a dog | User owns a dog
      User is allergic to peanuts | User has a peanut allergy
      User likes hiking | User enjoys hiking
      User loves spicy food | User is fond of spicy food
      User hates mornings | User can't stand mornings
      User speaks Spanish | User can speak Spanish
      User is married | User has a spouse
      User is vegetarian | User follows a vegetarian diet
      User does not drink alcohol | User doesn't drink
      User goes running every morning | User jogs each morning
      User plays the guitar | User is a guitar player
      User studies medicine in Porto | User is a medical student in Porto
      User's sister lives in Lyon | User's sister is living in Lyon
      User drives a red Toyota | User has a red Toyota
      User wants short answers | User prefers brief replies
      User wants to learn Japanese | User hopes to learn Japanese
      User works from home | User works remotely
      User was born in Dublin | User's birthplace is Dublin
      User is 34 years old | User is aged 34
      User's birthday is on 4 May | User was born on May 4
      User prefers tea to coffee | User would rather have tea than coffee
      User has two children | User is a parent of two kids
      User is afraid of heights | User has a fear of heights
      User uses Vitest for testing | User tests with Vitest
      User wants the assistant to answer in French | User wants replies in French
      User is training for a marathon | User is preparing for a marathon
      User's boss is called Ludmila | User's manager is named Ludmila
      User is learning to cook | User is taking up cooking
      User suffers from migraines | User gets migraines
      User is saving up for a house | User is putting money aside to buy a house
      User cannot eat gluten | User has to avoid gluten
      User moved to Berlin in 2019 | User has been living in Berlin since 2019
      User's favorite color is green | Green is User's favorite color
      User teaches maths at a high school | User is a high school maths teacher
      User's daughter starts school in September | User's daughter will begin school in September
      User is flying to Rome on 3 June | User has a flight to Rome on June 3
      User is red-green colorblind | User has red-green color blindness
      User runs a small bakery | User owns a little bakery
      User broke their ankle skiing | User fractured their ankle while skiing
      User reads a lot of science fiction | User is an avid science fiction reader
      User is writing a novel | User is working on a novel
      User quit smoking last year | User gave up smoking a year ago
      User sleeps badly | User has trouble sleeping
      User has an appointment with the dentist on Friday | User is seeing the dentist on Friday
      User lost their job in March | User was laid off in March
      User supports Liverpool | User is a Liverpool fan
      User adopted a cat from a shelter | User got a cat from an animal shelter
      User swims twice a week | User goes swimming two times a week
      User's mother is a doctor | User's mum works as a doctor
      User has a master's degree in physics | User holds a physics master's
      User lives with their parents | User shares a home with their parents
      User commutes by bike | User cycles to work
      User is left-handed | User writes with the left hand
      User keeps kosher | User eats only kosher food
      User decided to use PostgreSQL | User chose PostgreSQL
      User collects stamps | User has a stamp collection
      User is planning a trip to Japan | User intends to travel to Japan
      User graduated from MIT in 2015 | User finished their degree at MIT in 2015`,
    elaboration: `
      User has a dog | User has a dog named Biscuit
      User works as a nurse | User works as a nurse at St Mary's
      User lives in Lisbon | User lives in Lisbon with their girlfriend
      User likes hiking | User likes hiking in the Alps in summer
      User has a sister | User has a sister named Ana who is 30
      User plays the guitar | User has played the guitar in a band since school
      User is allergic to peanuts | User is severely allergic to peanuts and carries an EpiPen
      User speaks Spanish | User speaks Spanish with their grandmother
      User is training for a marathon | User is training for the Berlin marathon in September
      User drives a Toyota | User drives a red Toyota Yaris from 2016
      User is learning Japanese | User is learning Japanese with an online tutor
      User is married | User is married to Tom
      User has a cat | User has a black cat called Luna
      User studies medicine | User studies medicine at the University of Porto
      User has two children | User has two children, Mia and Leo
      User is writing a novel | User is writing a novel about a lighthouse keeper
      User works from home | User works from home three days a week
      User goes running | User goes running every morning before work
      User is vegetarian | User has been vegetarian since 2018 for ethical reasons
      User is planning a trip to Japan | User is planning a trip to Japan in April with friends
      User suffers from migraines | User suffers from migraines when the weather changes
      User runs a bakery | User runs a bakery in Bristol with two employees
      User teaches maths | User teaches maths to ten-year-olds
      User has a brother | User has a brother who works as a pilot
      User bought a house | User bought a house near the sea
      User broke their ankle | User broke their ankle skiing in Austria
      User collects stamps | User collects stamps from South America
      User's mother is a doctor | User's mother is a doctor at a hospital in Leeds
      User plays tennis | User plays tennis on Saturdays with a colleague
      User is saving up for a house | User is saving up for a house in the countryside
      User uses Linux | User uses Linux on a ThinkPad
      User loves jazz | User loves jazz, especially Coltrane
      User takes medication | User takes medication for high blood pressure
      User is moving to Berlin | User is moving to Berlin in March for a new job
      User volunteers | User volunteers at an animal shelter on Sundays
      User likes to cook | User likes to cook Thai food for friends
      User has a daughter | User has a daughter named Zoe who starts school in September
      User wants to lose weight | User wants to lose ten kilos before summer
      User is a software engineer | User is a software engineer working on compilers
      User has a piano lesson | User has a piano lesson on Tuesday at six
      User reads a lot | User reads a lot of history books
      User had surgery | User had knee surgery in January
      User works at night | User works at night as a security guard
      User owns a boat | User owns a small sailing boat called Petrel
      User keeps bees | User keeps bees in the garden behind the house
      User supports Liverpool | User supports Liverpool and has a season ticket
      User swims | User swims a kilometre twice a week
      User has a meeting | User has a meeting with the bank on 7 March
      User is getting married | User is getting married in Puglia on 5 September
      User drinks coffee | User drinks coffee without sugar
      User lives with a roommate | User lives with a roommate from Brazil
      User is a vegan | User is a vegan who misses cheese
      User likes board games | User likes board games such as Catan
      User's dog is ill | User's dog is ill with kidney disease
      User speaks French | User speaks French at an intermediate level
      User wants short answers | User wants short answers without bullet points
      User is from Canada | User is from a small town in Canada
      User got a new job | User got a new job as a data analyst
      User sings | User sings alto in a church choir
      User grows tomatoes | User grows tomatoes on the balcony`,
    related: `
      User lives in Lisbon | User lives in Lyon
      User works as a nurse | User works as a teacher
      User has a dog | User has a cat
      User is allergic to peanuts | User is allergic to shellfish
      User likes hiking | User likes swimming
      User loves spicy food | User loves sweet food
      User hates mornings | User hates meetings
      User speaks Spanish | User speaks Portuguese
      User likes tea | User likes coffee
      User plays the guitar | User plays the piano
      User's sister lives in Lyon | User's brother lives in Lyon
      User drives a Toyota | User drives a Honda
      User wants short answers | User wants polite answers
      User wants to learn Japanese | User wants to learn Korean
      User was born in Dublin | User works in Dublin
      User's favorite color is green | User's favorite fruit is mango
      User has a daughter named Zoe | User has a daughter named Mia
      User is afraid of heights | User is afraid of spiders
      User uses Vitest | User uses Playwright
      User is training for a marathon | User is training for a triathlon
      User's boss is called Ludmila | User's colleague is called Ludmila
      User suffers from migraines | User suffers from hay fever
      User is saving up for a house | User is saving up for a car
      User cannot eat gluten | User cannot eat lactose
      User moved to Berlin in 2019 | User visited Berlin in 2019
      User teaches maths at a high school | User teaches yoga at a studio
      User is flying to Rome | User is flying to Madrid
      User broke their ankle skiing | User likes skiing
      User is writing a novel | User is reading a novel
      User quit smoking | User quit drinking
      User has an appointment with the dentist | User has an appointment with the optician
      User supports Liverpool | User supports Celtic
      User swims twice a week | User cycles twice a week
      User's mother is a doctor | User's father is a doctor
      User has a degree in physics | User has a degree in music
      User commutes by bike | User bought a new bike
      User decided to use PostgreSQL | User decided to use Redis
      User collects stamps | User collects coins
      User is planning a trip to Japan | User loves Japanese food
      User graduated from MIT | User works at MIT
      User likes sushi | User likes ramen
      User owns a laptop | User owns a camera
      User loves jazz | User loves opera
      User takes vitamin D | User takes magnesium
      User's dog is called Biscuit | User's cat is called Biscuit
      User goes running every morning | User meditates every morning
      User dislikes olives | User dislikes cilantro
      User wants the assistant to use metric units | User wants the assistant to use bullet points
      User is learning to cook | User is learning to dance
      User has a meeting with the bank | User has a meeting with the lawyer
      User works at a hospital | User volunteers at a hospital
      User is a photographer | User is a musician
      User plays chess online | User plays poker online
      User watches horror films | User watches romantic comedies
      User's son plays football | User plays football
      User lives near the sea | User dreams of living near the sea
      User enjoys camping with friends | User enjoys cooking with friends
      User wears glasses | User wears a hearing aid
      User keeps bees | User keeps chickens
      User cooks Italian food | User cooks Indian food`,
    long: `
      User has a meeting with the bank about the mortgage on the flat near the old harbour | User has a meeting with the lawyer about the mortgage on the flat near the old harbour
      User goes to the swimming pool with a colleague after work to get fit before the summer holidays | User goes to the climbing gym with a colleague after work to get fit before the summer holidays
      User is looking for a used electric car with a range that is enough for the commute to the office | User is looking for a used diesel car with a range that is enough for the commute to the office
      User wants the assistant to write commit messages in the imperative mood without a trailing period | User wants the assistant to write pull requests in the imperative mood without a trailing period
      User's grandmother taught User to bake bread with rye flour in a wood-fired oven | User's grandmother taught User to bake bread with wheat flour in a wood-fired oven
      User is worried about the presentation that the team has to give to the investors from Boston | User is worried about the presentation that the team has to give to the investors from Denver
      User booked a table for the whole family at the Italian restaurant by the river to celebrate the anniversary | User booked a table for the whole family at the Indian restaurant by the river to celebrate the anniversary
      User collects old maps of coastal towns and keeps them framed on the wall of the study | User collects old photographs of coastal towns and keeps them framed on the wall of the study
      User is renovating the kitchen of an old farmhouse together with a neighbour who is a carpenter | User is renovating the bathroom of an old farmhouse together with a neighbour who is a carpenter
      User takes the train to the office because parking in the city centre is too expensive | User takes the bus to the office because parking in the city centre is too expensive`,
  },
  zh: {
    paraphrase: `
      用户住在里斯本 | 用户居住在里斯本
      用户是护士 | 用户的职业是护士
      用户养了一只狗 | 用户有一只狗
      用户对花生过敏 | 用户有花生过敏
      用户喜欢爬山 | 用户爱爬山
      用户喜欢吃辣 | 用户爱吃辣的
      用户讨厌早起 | 用户不喜欢早起
      用户会说西班牙语 | 用户能讲西班牙语
      用户已经结婚了 | 用户已婚
      用户吃素 | 用户是素食者
      用户不喝酒 | 用户滴酒不沾
      用户每天早上跑步 | 用户每天早晨都去跑步
      用户会弹吉他 | 用户弹吉他
      用户在北京读医学 | 用户在北京学医
      用户的姐姐住在里昂 | 用户的姐姐居住在里昂
      用户开一辆红色的丰田 | 用户有一辆红色丰田车
      用户希望回答简短 | 用户想要简短的回复
      用户想学日语 | 用户打算学习日语
      用户在家办公 | 用户远程工作
      用户出生在成都 | 用户的出生地是成都
      用户今年34岁 | 用户34岁了
      用户的生日是5月4日 | 用户5月4号过生日
      用户比起咖啡更喜欢茶 | 用户喜欢茶胜过咖啡
      用户有两个孩子 | 用户有两个小孩
      用户恐高 | 用户害怕高处
      用户用 Vitest 做测试 | 用户使用 Vitest 测试
      用户希望用中文回答 | 用户要求以中文回复
      用户在准备马拉松 | 用户正在为马拉松训练
      用户的老板叫李明 | 用户的上司名叫李明
      用户在学做饭 | 用户正在学习烹饪
      用户有偏头痛 | 用户患有偏头痛
      用户在攒钱买房 | 用户正在存钱买房子
      用户不能吃麸质 | 用户要避免麸质
      用户2019年搬到了柏林 | 用户从2019年起住在柏林
      用户最喜欢的颜色是绿色 | 绿色是用户最喜欢的颜色
      用户在高中教数学 | 用户是高中数学老师
      用户的女儿九月上学 | 用户的女儿九月份开始上学
      用户6月3日飞罗马 | 用户6月3号坐飞机去罗马
      用户是红绿色盲 | 用户有红绿色盲
      用户开了一家小面包店 | 用户经营一家小面包店
      用户滑雪时摔断了脚踝 | 用户滑雪时脚踝骨折了
      用户爱看科幻小说 | 用户喜欢读科幻小说
      用户在写小说 | 用户正在创作一部小说
      用户去年戒烟了 | 用户去年把烟戒了
      用户睡眠不好 | 用户睡不好觉
      用户周五要看牙医 | 用户星期五约了牙医
      用户三月失业了 | 用户三月份丢了工作
      用户是利物浦球迷 | 用户支持利物浦队
      用户从收容所领养了一只猫 | 用户领养了收容所的一只猫
      用户每周游泳两次 | 用户一周游两次泳
      用户的妈妈是医生 | 用户的母亲当医生
      用户有物理学硕士学位 | 用户是物理学硕士
      用户和父母一起住 | 用户跟父母同住
      用户骑车上班 | 用户骑自行车去上班
      用户是左撇子 | 用户惯用左手
      用户是穆斯林，只吃清真 | 用户信伊斯兰教，只吃清真食品
      用户决定用 PostgreSQL | 用户选择了 PostgreSQL
      用户收集邮票 | 用户喜欢集邮
      用户打算去日本旅行 | 用户计划去日本旅游
      用户2015年毕业于清华大学 | 用户2015年从清华毕业`,
    elaboration: `
      用户养了一只狗 | 用户养了一只叫饼干的狗
      用户是护士 | 用户是协和医院的护士
      用户住在上海 | 用户和女朋友一起住在上海
      用户喜欢爬山 | 用户喜欢夏天去黄山爬山
      用户有一个姐姐 | 用户有一个叫小红的姐姐，今年30岁
      用户会弹吉他 | 用户会弹吉他，从中学起就在乐队里
      用户对花生过敏 | 用户对花生严重过敏，随身带着肾上腺素笔
      用户会说西班牙语 | 用户会说西班牙语，是跟外婆学的
      用户在准备马拉松 | 用户在准备九月的柏林马拉松
      用户开丰田 | 用户开一辆2016年的红色丰田
      用户在学日语 | 用户在网上跟老师学日语
      用户结婚了 | 用户和小李结婚了
      用户养了一只猫 | 用户养了一只叫露娜的黑猫
      用户学医 | 用户在复旦大学学医
      用户有两个孩子 | 用户有两个孩子，叫米娅和里奥
      用户在写小说 | 用户在写一部关于守灯塔人的小说
      用户在家办公 | 用户每周有三天在家办公
      用户跑步 | 用户每天上班前跑步
      用户吃素 | 用户因为信佛从2018年开始吃素
      用户打算去日本旅行 | 用户打算四月和朋友去日本旅行
      用户有偏头痛 | 用户一变天就犯偏头痛
      用户开了一家面包店 | 用户在杭州开了一家面包店，有两个员工
      用户教数学 | 用户教小学四年级数学
      用户有一个弟弟 | 用户有一个当飞行员的弟弟
      用户买了房子 | 用户在海边买了房子
      用户脚踝骨折了 | 用户在奥地利滑雪时脚踝骨折了
      用户收集邮票 | 用户收集南美洲的邮票
      用户的妈妈是医生 | 用户的妈妈是成都一家医院的医生
      用户打网球 | 用户每周六和同事打网球
      用户在攒钱买房 | 用户在攒钱买乡下的房子
      用户用 Linux | 用户在 ThinkPad 上用 Linux
      用户喜欢爵士乐 | 用户喜欢爵士乐，尤其是柯川
      用户在吃药 | 用户在吃降血压的药
      用户要搬去柏林 | 用户三月因为新工作要搬去柏林
      用户做志愿者 | 用户周日在动物收容所做志愿者
      用户喜欢做饭 | 用户喜欢给朋友做泰国菜
      用户有一个女儿 | 用户有一个叫佐伊的女儿，九月上学
      用户想减肥 | 用户想在夏天之前减十公斤
      用户是软件工程师 | 用户是做编译器的软件工程师
      用户有钢琴课 | 用户周二六点有钢琴课
      用户爱看书 | 用户爱看历史方面的书
      用户做了手术 | 用户一月做了膝盖手术
      用户上夜班 | 用户当保安，上夜班
      用户有一条船 | 用户有一条叫海燕的小帆船
      用户养蜂 | 用户在屋后的花园里养蜂
      用户支持利物浦 | 用户支持利物浦，还买了季票
      用户游泳 | 用户每周游泳两次，每次一公里
      用户要开会 | 用户3月7日要和银行开会
      用户要结婚了 | 用户9月5日要在三亚结婚了
      用户喝咖啡 | 用户喝不加糖的咖啡
      用户和室友一起住 | 用户和一个巴西室友一起住
      用户是素食者 | 用户是想念奶酪的素食者
      用户喜欢桌游 | 用户喜欢卡坦岛之类的桌游
      用户的狗生病了 | 用户的狗得了肾病
      用户会说法语 | 用户会说中级水平的法语
      用户希望回答简短 | 用户希望回答简短，不用列表
      用户来自四川 | 用户来自四川的一个小镇
      用户找到了新工作 | 用户找到了数据分析师的新工作
      用户唱歌 | 用户在教堂合唱团唱女低音
      用户种番茄 | 用户在阳台上种番茄`,
    related: `
      用户住在里斯本 | 用户住在里昂
      用户是护士 | 用户是老师
      用户养了一只狗 | 用户养了一只猫
      用户对花生过敏 | 用户对海鲜过敏
      用户喜欢爬山 | 用户喜欢游泳
      用户喜欢吃辣 | 用户喜欢吃甜
      用户讨厌早起 | 用户讨厌开会
      用户会说西班牙语 | 用户会说葡萄牙语
      用户喜欢茶 | 用户喜欢咖啡
      用户会弹吉他 | 用户会弹钢琴
      用户的姐姐住在里昂 | 用户的弟弟住在里昂
      用户开丰田 | 用户开本田
      用户希望回答简短 | 用户希望回答礼貌
      用户想学日语 | 用户想学韩语
      用户出生在成都 | 用户在成都工作
      用户最喜欢的颜色是绿色 | 用户最喜欢的水果是芒果
      用户的女儿叫佐伊 | 用户的女儿叫米娅
      用户怕高 | 用户怕蜘蛛
      用户用 Vitest | 用户用 Playwright
      用户在准备马拉松 | 用户在准备铁人三项
      用户的老板叫李明 | 用户的同事叫李明
      用户有偏头痛 | 用户有花粉症
      用户在攒钱买房 | 用户在攒钱买车
      用户不能吃麸质 | 用户不能吃乳糖
      用户2019年搬到了柏林 | 用户2019年去柏林旅游过
      用户在高中教数学 | 用户在健身房教瑜伽
      用户要飞罗马 | 用户要飞马德里
      用户滑雪时摔断了脚踝 | 用户喜欢滑雪
      用户在写小说 | 用户在看小说
      用户戒烟了 | 用户戒酒了
      用户约了牙医 | 用户约了眼科
      用户支持利物浦 | 用户支持曼联
      用户每周游泳两次 | 用户每周骑车两次
      用户的妈妈是医生 | 用户的爸爸是医生
      用户有物理学学位 | 用户有音乐学位
      用户骑车上班 | 用户买了新自行车
      用户决定用 PostgreSQL | 用户决定用 Redis
      用户收集邮票 | 用户收集硬币
      用户打算去日本旅行 | 用户喜欢日本菜
      用户毕业于清华大学 | 用户在清华大学工作
      用户喜欢寿司 | 用户喜欢拉面
      用户有一台笔记本电脑 | 用户有一台相机
      用户喜欢爵士乐 | 用户喜欢歌剧
      用户在吃维生素D | 用户在吃镁片
      用户的狗叫饼干 | 用户的猫叫饼干
      用户每天早上跑步 | 用户每天早上冥想
      用户不喜欢橄榄 | 用户不喜欢香菜
      用户希望用公制单位 | 用户希望用列表
      用户在学做饭 | 用户在学跳舞
      用户要和银行开会 | 用户要和律师开会
      用户在医院工作 | 用户在医院做志愿者
      用户是摄影师 | 用户是音乐人
      用户在网上下象棋 | 用户在网上打扑克
      用户爱看恐怖片 | 用户爱看爱情片
      用户的儿子踢足球 | 用户踢足球
      用户住在海边 | 用户梦想住在海边
      用户喜欢和朋友露营 | 用户喜欢和朋友做饭
      用户戴眼镜 | 用户戴助听器
      用户养蜂 | 用户养鸡
      用户会做意大利菜 | 用户会做印度菜`,
    long: `
      用户下周要和银行谈老港口附近那套房子的贷款问题 | 用户下周要和律师谈老港口附近那套房子的贷款问题
      用户下班后和同事去游泳馆锻炼，想在暑假前减肥 | 用户下班后和同事去健身房锻炼，想在暑假前减肥
      用户想买一辆续航够上下班通勤的二手电动车 | 用户想买一辆油耗够低上下班通勤的二手燃油车
      用户希望助手写提交说明时用祈使句，结尾不加句号 | 用户希望助手写合并请求时用祈使句，结尾不加句号
      用户的外婆教用户在柴火灶里用黑麦粉烤面包 | 用户的外婆教用户在柴火灶里用小麦粉烤面包
      用户担心团队要给波士顿来的投资人做的汇报 | 用户担心团队要给丹佛来的投资人做的汇报
      用户为了庆祝结婚纪念日给全家订了河边的意大利餐厅 | 用户为了庆祝结婚纪念日给全家订了河边的印度餐厅
      用户收藏海滨小镇的老地图，装框挂在书房的墙上 | 用户收藏海滨小镇的老照片，装框挂在书房的墙上
      用户和当木匠的邻居一起翻修老农舍的厨房 | 用户和当木匠的邻居一起翻修老农舍的浴室
      用户坐火车上班，因为市中心停车太贵 | 用户坐公交上班，因为市中心停车太贵`,
  },
}

export const PAIRS: readonly Pair[] = Object.entries(TEXTS).flatMap(([language, kinds]) =>
  Object.entries(kinds).flatMap(([kind, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [known, fact] = line.split(' | ').map((text) => text.trim())
        if (!known || !fact) throw new Error(`Not a pair: ${line}`)
        return { language: language as Pair['language'], kind: kind as PairKind, known, fact }
      }),
  ),
)
