import { pattern, source } from '../../../language/pattern.js'

// The vocabulary that decides what a noun phrase is about. Alternatives for regular expressions.

/** As words, from one to a hundred. */
export const NUMBER = source`
  (?:
    one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen
    |seventeen|eighteen|nineteen
    |(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)
      (?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?
    |(?:a |one )hundred
  )
`

export const RELATION = source`
  abuel[ao]|oma|opa|nonn[ao]|yiayia|babushka|granddad|gran|nan
  |(?:great[- ])?grand(?:mother|father|ma|pa|parents|son|daughter|kids?|children|child|mom|dad)
  |granny|nana
  |(?:step|half[- ])?(?:mother|father|brother|sister|son|daughter|mom|mum|dad)s?(?:[- ]in[- ]law)?
  |mommy|mummy|daddy|mama|papa|parents|in[- ]laws|siblings?|bro|sis|wife|husband|hubby|spouse|partner
  |girlfriend|boyfriend|gf|bf|fianc[eé]e?
  |ex(?:[- ](?:wife|husband|girlfriend|boyfriend|partner))?
  |kids?|child(?:ren)?|baby|toddler|twins?|triplets|aunt(?:ie|y)?|uncle|cousins?|nieces?|nephews?
  |god(?:mother|father|son|daughter)
  |best friend|bestie|friends?|buddy|mate|room ?mates?|flat ?mates?|house ?mates?|neighbou?rs?|boss
  |manager|supervisor|co-?workers?|colleagues?|teammates?|classmates?|mentor|tutor|therapist|landlord
  |landlady|family|au pair|nanny|coach|youngest|eldest|oldest|little one|wee one|first-?born
`

export const PET = source`
  dogs?|dogg(?:o|y|ies)|cats?|kitty|kitties|pupp(?:y|ies)|pups?|kittens?|hamsters?|rabbits?
  |bunn(?:y|ies)|parrots?|goldfish|fish|turtles?|tortoises?|guinea pigs?|horses?|pon(?:y|ies)|snakes?
  |lizards?|geckos?|ferrets?|birds?|budgies?|parakeets?|cockatiels?|canar(?:y|ies)|hedgehogs?
  |chinchillas?|gerbils?|rats?|mice|mouse|iguanas?|axolotls?|bearded dragons?|chickens?|hens?|ducks?
  |goats?
  |(?:golden |labrador )?retrievers?
  |labradors?|labs?|labradoodles?|goldendoodles?|poodles?|husk(?:y|ies)|corgis?|beagles?|dachshunds?
  |(?:german |australian )?shepherds?
  |border collies?|collies?|bulldogs?|pugs?|terriers?|chihuahuas?|greyhounds?|rottweilers?|dobermans?
  |shiba(?: inu)?s?|spaniels?|dalmatians?|schnauzers?|pomeranians?|mutts?|tabb(?:y|ies)|siamese
  |maine coons?|ragdolls?|sphynx(?:es)?|tomcats?|aquarium|pets?
`

export const LANGUAGE = source`
  english|spanish|french|german|italian|portuguese|chinese|mandarin|cantonese|japanese|korean|arabic
  |russian|hindi|urdu|bengali|punjabi|tamil|telugu|turkish|dutch|swedish|norwegian|danish|finnish|polish
  |czech|slovak|hungarian|romanian|bulgarian|greek|hebrew|persian|farsi|thai|vietnamese|indonesian|malay
  |tagalog|swahili|ukrainian|catalan|basque|galician|irish|welsh|gaelic|latin|croatian|serbian|slovenian
  |lithuanian|latvian|estonian|icelandic|albanian|georgian|armenian|afrikaans|zulu|amharic|esperanto
  |sign language|asl|bsl
`

export const NATIONALITY = source`
  (?:
    ${LANGUAGE}|american|british|scottish|brazilian|mexican|canadian|australian|indian|pakistani
    |bangladeshi|belgian|swiss|austrian|egyptian|moroccan|algerian|tunisian|nigerian|kenyan|ethiopian
    |south african|ghanaian|israeli|iranian|iraqi|syrian|lebanese|saudi|jordanian|argentinian|argentine
    |chilean|colombian|peruvian|venezuelan|cuban|filipino|filipina|malaysian|singaporean|taiwanese
    |nepali|sri lankan|kiwi|aussie|latino|latina|european|asian|african|puerto rican|dominican|jamaican
    |ecuadorian|brit|new zealander
  )
`

export const RELIGION = source`
  catholic|muslim|christian|jewish|hindu|buddhist|sikh|atheist|agnostic|protestant|orthodox|mormon
  |quaker|lutheran|evangelical|pagan
`

export const DIET = source`
  (?:strict |lifelong |lacto[- ]?ovo[- ]?)?(?:
    vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|keto|paleo|gluten[- ]free|dairy[- ]free
    |lactose[- ]free|sugar[- ]free|halal|kosher|carnivore|low[- ]carb|low[- ]fodmap|plant[- ]based
    |teetotal(?:er|ler)?|raw vegan|sober
  )
`

export const CONDITION = source`
  (?:
    type (?:1|2|one|two) |mild |severe |chronic |bad |terrible |seasonal |early |clinical[ ]
    |generali[sz]ed |social |high |low |really bad |pretty bad |a bit of |exercise[- ]induced[ ]
  )*(?:
    diabetes
    |(?:[a-z]+ )?(?!(?:dia|pro)gnosis|hypnosis|(?:sym|em|a|anti|tele|homeo)pathy)[a-z]{3,}
      (?:itis|osis|iasis|n?emia|myalgia|plegia|pathy|thyroidism|hilia|rhythmia|pn(?:o)?ea|onia|lexia|acea)
    |asthma|adhd|add|autism|asd|celiac(?: disease)?|coeliac(?: disease)?|crohn'?s(?: disease)?|ibs|ibd
    |gerd|acid reflux|lactose intolerance|gluten intolerance|epilepsy|migraines?|blood pressure
    |cholesterol|hypertension|anxiety|depression|ptsd|ocd|bipolar(?: disorder)?|insomnia|eczema
    |hay ?fever|allerg(?:y|ies)|tinnitus|vertigo|gout|lupus|pcos
    |thyroid (?:issues|problems|condition|disease)
    |cancer
    |heart (?:condition|disease|murmur|problem)s?
    |kidney (?:stones|disease)
    |back (?:pain|problems|issues)
    |bad (?:knees?|back|hip|shoulder|eyesight)
    |carpal tunnel|sciatica|a herniated disc
    |torn (?:meniscus|acl|achilles|ligament|rotator cuff)
    |(?:broken|fractured|sprained|dislocated|cracked) (?:left |right )?
      (?:leg|arm|ankle|wrist|foot|toe|rib|finger|hand|nose|metatarsal|collarbone|hip|elbow|knee|shoulder)
    |ms|parkinson'?s|alzheimer'?s|dementia|hiv|pacemaker|hearing (?:loss|aids?)|astigmatism
    |color[- ]?blindness|panic attacks|social anxiety|tourette'?s|long covid|a stutter|a stammer|a lisp
    |a concussion|(?:a )?hernia|ulcers?|shingles|chickenpox|lyme(?: disease)?|raynaud'?s|glaucoma
    |cataracts
    |a (?:slipped|bulging|herniated) disc
    |a frozen shoulder
    |(?:tennis|golfer'?s) elbow
    |(?:acid )?reflux|gallstones|pollen allerg(?:y|ies)|narcolepsy
    |restless legs?(?: syndrome)?
    |afib|cerebral palsy|muscular dystrophy|sickle cell(?: disease)?|a nut allergy
  )
`

export const HEALTH_ADJECTIVE = source`
  (?:
    (?:
      mildly|severely|type (?:1|2|one|two)|legally|partially|profoundly|a(?: type (?:1|2))?|pre-?
      |red[- ]green|highly|slightly|clinically
    ) ?
  )*(?:
    diabetic|asthmatic|celiac|coeliac|lactose[- ]intolerant|gluten[- ]intolerant|histamine[- ]intolerant
    |dyslexic|autistic|deaf|hard of hearing|colou?r[- ]?blind|blind(?! to)|bipolar|an[a]?emic
    |hypertensive|epileptic|pregnant|hypothyroid|near-?sighted|short-?sighted|far-?sighted
    |neurodivergent|immunocompromised|wheelchair user|in a wheelchair|hiv[- ]positive|a cancer survivor
    |claustrophobic|arachnophobic
  )
`

const JOB = source`
  (?!
    (?:
      optim|pessim|tour|final|real|cycl|activ|national|fasc|rac|sex|commun|social|capital|ideal|pur
      |narciss|masoch|hobby|femin|perfection|minimal|human|athe|Marx|ego|alarm|national|extrem|conform
      |motor|adventur|completion
    )ist
    |trouble-?maker|noisemaker
  )[a-z]{3,}(?:ist|ician|smith|keeper|maker|wright|monger|ographer)
  |nurse|chef|cook|clerk|guide|pilot|captain|judge|soldier|surgeon|vet|veterinarian|architect|accountant
  |consultant|student teacher|analyst|barista|bartender|waiter|waitress|cashier|plumber|mechanic
  |librarian|paramedic|midwife|firefighter
  |police(?:man|woman| officer)
  |officer|cop|engineer|developer|programmer|coder|designer|manager|director|producer|writer|editor
  |author|copywriter|teacher|professor|lecturer|researcher|tutor|trainer|coach|lawyer|attorney|paralegal
  |solicitor|barrister|banker|trader|broker|realtor|real estate agent|agent|assistant|secretary
  |administrator|sysadmin|devops|data scientist|doctor|gp|dietitian|physical therapist|carpenter|farmer
  |gardener|baker|butcher|driver|truck driver|courier|translator|interpreter|actor|actress|singer|dancer
  |dj|model|comedian|entrepreneur|founder|co-?founder|ceo|cto|cfo|coo|vp|owner|freelancer|contractor
  |recruiter|marketer|salesperson|salesman|saleswoman|auditor|social worker|counsell?or|caregiver|carer
  |nanny|babysitter|housewife
  |stay[- ]at[- ]home (?:mom|mum|dad|parent|mother|father)
  |tailor|welder|builder|construction worker|factory worker|flight attendant|steward|stewardess|sailor
  |fisherman|marine|veteran|athlete|footballer|game dev|web dev|dev|frontend|backend|full[- ]stack|ux
  |intern|apprentice|resident|hairdresser|barber|makeup artist|illustrator|animator|painter|sculptor
  |potter|jeweler|curator|postdoc|principal|tester|qa|pm|scrum master|controller|planner|supervisor
  |foreman|astronomer|astronaut|actuary|diplomat|civil servant|pastor|priest|imam|rabbi|monk|streamer
  |youtuber|blogger|influencer|podcaster|poet|composer|conductor|drummer|teacher's aide|janitor
  |security guard|guard|mail carrier|mailman|operator|roofer|surveyor|pastry chef|sommelier|brewer
  |lifeguard|yoga instructor|instructor|seamstress|adviser|advisor|practitioner|executive|representative
  |rep|associate|lead|head of \w+|treasurer|chairperson|chairman|chairwoman|caretaker|warden|milkman
  |cobbler|glazier|plasterer|stonemason|mason|luthier|upholsterer|osteopath|chiropractor|masseuse
  |masseur|doula|undertaker|philosopher|historian|theologian|ranger|forester|shepherd|rancher
  |dairy farmer|trucker|docker|longshoreman|stevedore|dispatcher|air traffic controller|signalman
  |investor|landlord|tiler|miner|repairer|restorer
`

/** A noun phrase whose head is an occupation: "senior software engineer", "freelance illustrator". */
export const OCCUPATION = `(?:[\\w'/&-]+ ){0,4}?(?:${JOB})`

export const EVENT_NOUN = source`
  flights?|weddings?|interviews?|appointments?|meetings?|exams?|finals|midterms?|tests?|surger(?:y|ies)
  |operations?|trips?|vacations?|holidays?|conferences?|concerts?|part(?:y|ies)|graduations?|recitals?
  |marathons?|half[- ]marathons?|races?|triathlons?|deadlines?|presentations?|check-?ups?|scans?|games?
  |match(?:es)?|reunions?|anniversar(?:y|ies)|due dates?|defen[sc]es?|moving day|dates?|class(?:es)?
  |courses?|ceremon(?:y|ies)|festivals?|workshops?|auditions?|baby showers?|bridal showers?|funerals?
  |calls?|demos?|launch(?:es)?|tournaments?|competitions?|performances?|shows?|exhibitions?|hackathons?
  |talks?|webinars?|trials?|hearings?|procedures?|therapy sessions?|sessions?|visits?|trains?|bus|ferry
  |cruise|viewings?|inspections?|honeymoon|retreat|camping trip|prom|orientation|first day|last day
  |start date|reservation|booking|dinner|barbecue|bbq|brunch|birthday party|housewarming(?: party)?
  |thesis defen[sc]e|driving test|visa appointment|job interview|root canal|ultrasound|mri|chemo
  |reviews?|1:1|sprint review|offsite
`

export const POSSESSION = source`
  machines?|ovens?|kilns?|looms?|saunas?|sheds?|workshops?|allotments?|caravans?|narrowboats?
  |accordions?|harps?|cellos?|organs?|overlockers?|hasselblad|lenses|collections?|cars?|trucks?|vans?
  |suvs?|motorcycles?|motorbikes?|scooters?|mopeds?|bikes?|bicycles?|e-bikes?|boats?|houses?|apartments?
  |flats?|condos?|cottages?|cabins?|farms?|first place|first home|own place|houseboats?|synths?
  |rowing machines?|pianos?|gardens?|phones?|iphones?|smartphones?|laptops?
  |macbooks?(?: (?:pro|air))?
  |macs?|imacs?|computers?|pcs?|tablets?|ipads?|kindles?|e-?readers?|cameras?|telescopes?|drones?
  |consoles?|playstations?|ps5|ps4|xbox(?:es)?|nintendo switch|steam deck|switch|guitars?|pianos?
  |keyboards?|violins?|ukuleles?|drum kits?|drums|watch(?:es)?|apple watch|smartwatch(?:es)?|tvs?
  |3d printers?|sewing machines?|espresso machines?|air fryers?|thermomix|motorhomes?|campervans?
  |camper vans?|rvs?|treadmills?|pixels?|androids?|galaxy \w+|thinkpads?|chromebooks?|raspberry pis?|nas
  |server|garage|greenhouse|record players?|vinyl|tesla|toyota|honda|ford|bmw|audi|volvo|subaru|mazda
  |nissan|hyundai|kia|volkswagen|vw|mercedes|porsche|lexus|jeep|prius|civic|corolla|model [3sxy]|vespa
  |harley
`

export const VEHICLE = source`
  car|truck|van|suv|motorcycle|motorbike|scooter|tesla|toyota|honda|ford|bmw|audi|volvo|subaru|mazda
  |nissan|hyundai|kia|volkswagen|vw|mercedes|porsche|lexus|jeep|prius|civic|corolla|model [3sxy]|vespa
  |harley|fiat|renault|peugeot|skoda|seat|chevy|chevrolet|dodge|mini|byd|polestar|rivian|minivan|pickup
  |hybrid|electric
`

export const INSTRUMENT = source`
  guitar|piano|violin|cello|viola|drums?|bass|flute|clarinet|saxophone|sax|trumpet|trombone|harp|ukulele
  |banjo|accordion|keyboard|harmonica|oboe|synth|mandolin|erhu|guzheng|instrument
`

/** Pronouns and phrases that point into the conversation: what is liked or used is not said here. */
export const POINTING = pattern('i')`
  ^(?:
    it|its|this|that|these|those|them|they|you|your|yours|him|her|he|she|one|how|what|whatever|when
    |where|why|who|if|whether|everything|anything|something|nothing|none
    |all (?:of|the|your|these|this|that)
    |both|either|neither
    |to (?:
      know|see if|ask|hear (?:from|your|back)|thank|think (?:that|about)|understand|say|bother
      |be honest|break|admit|disappoint|burst
    )
    |the (?:
      idea|way|sound|option|look|looks|fact|first|second|third|last|latest|new|other|answer|suggestion
      |response|result|previous|one|above|following|same|current|concept|output|code|design|draft
      |version|feature|thought|tone|ending|title|color scheme|plan
    )\b
  )(?![\w'-]*[-'])\b
  |^(?:it|this|that|you|him|her|them)$
`
