-- The schema of version 1.2.0, as its 74 migrations made it, but for what 0002 takes out. A database of 1.2.0 counts this file as applied
-- (`ADOPT` in server.sql.ts), and the rows of its backups are put back under this schema. So its tables keep their columns. What version 1.3.0
-- adds or changes goes into 0002. What 1.3.0 removes is deleted here too, and 0002 drops it with `if exists`. core/schema.sql shows the outcome.

-- `set search_path from current` keeps this path for functions, because a restore of pg_dump works with an empty one.
select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

create function search_text(text) returns text language plpgsql immutable parallel safe strict as $$
   declare folded text := translate(lower(left($1, 4000) collate "C"), '	
', repeat(' ', 31));
   begin
     if octet_length(folded) = char_length(folded) then return folded; end if;
     folded := left(lower(translate(normalize(folded, nfkd), '̧̀́̂̃̈', '') collate "C"), 4000);
     if octet_length(folded) = char_length(folded) then return folded; end if;
     folded := lower(regexp_replace(folded, '[\U00000300-\U0000036f\U00000483-\U00000489\U00000591-\U000005bd\U000005bf\U000005c1-\U000005c2\U000005c4-\U000005c5\U000005c7\U00000610-\U0000061a\U0000064b-\U0000065f\U00000670\U000006d6-\U000006dc\U000006df-\U000006e4\U000006e7-\U000006e8\U000006ea-\U000006ed\U00000711\U00000730-\U0000074a\U000007a6-\U000007b0\U000007eb-\U000007f3\U000007fd\U00000816-\U00000819\U0000081b-\U00000823\U00000825-\U00000827\U00000829-\U0000082d\U00000859-\U0000085b\U00000897-\U0000089f\U000008ca-\U000008e1\U000008e3-\U00000903\U0000093a-\U0000093c\U0000093e-\U0000094f\U00000951-\U00000957\U00000962-\U00000963\U00000981-\U00000983\U000009bc\U000009be-\U000009c4\U000009c7-\U000009c8\U000009cb-\U000009cd\U000009d7\U000009e2-\U000009e3\U000009fe\U00000a01-\U00000a03\U00000a3c\U00000a3e-\U00000a42\U00000a47-\U00000a48\U00000a4b-\U00000a4d\U00000a51\U00000a70-\U00000a71\U00000a75\U00000a81-\U00000a83\U00000abc\U00000abe-\U00000ac5\U00000ac7-\U00000ac9\U00000acb-\U00000acd\U00000ae2-\U00000ae3\U00000afa-\U00000aff\U00000b01-\U00000b03\U00000b3c\U00000b3e-\U00000b44\U00000b47-\U00000b48\U00000b4b-\U00000b4d\U00000b55-\U00000b57\U00000b62-\U00000b63\U00000b82\U00000bbe-\U00000bc2\U00000bc6-\U00000bc8\U00000bca-\U00000bcd\U00000bd7\U00000c00-\U00000c04\U00000c3c\U00000c3e-\U00000c44\U00000c46-\U00000c48\U00000c4a-\U00000c4d\U00000c55-\U00000c56\U00000c62-\U00000c63\U00000c81-\U00000c83\U00000cbc\U00000cbe-\U00000cc4\U00000cc6-\U00000cc8\U00000cca-\U00000ccd\U00000cd5-\U00000cd6\U00000ce2-\U00000ce3\U00000cf3\U00000d00-\U00000d03\U00000d3b-\U00000d3c\U00000d3e-\U00000d44\U00000d46-\U00000d48\U00000d4a-\U00000d4d\U00000d57\U00000d62-\U00000d63\U00000d81-\U00000d83\U00000dca\U00000dcf-\U00000dd4\U00000dd6\U00000dd8-\U00000ddf\U00000df2-\U00000df3\U00000e31\U00000e34-\U00000e3a\U00000e47-\U00000e4e\U00000eb1\U00000eb4-\U00000ebc\U00000ec8-\U00000ece\U00000f18-\U00000f19\U00000f35\U00000f37\U00000f39\U00000f3e-\U00000f3f\U00000f71-\U00000f84\U00000f86-\U00000f87\U00000f8d-\U00000f97\U00000f99-\U00000fbc\U00000fc6\U0000102b-\U0000103e\U00001056-\U00001059\U0000105e-\U00001060\U00001062-\U00001064\U00001067-\U0000106d\U00001071-\U00001074\U00001082-\U0000108d\U0000108f\U0000109a-\U0000109d\U0000135d-\U0000135f\U00001712-\U00001715\U00001732-\U00001734\U00001752-\U00001753\U00001772-\U00001773\U000017b4-\U000017d3\U000017dd\U0000180b-\U0000180d\U0000180f\U00001885-\U00001886\U000018a9\U00001920-\U0000192b\U00001930-\U0000193b\U00001a17-\U00001a1b\U00001a55-\U00001a5e\U00001a60-\U00001a7c\U00001a7f\U00001ab0-\U00001add\U00001ae0-\U00001aeb\U00001b00-\U00001b04\U00001b34-\U00001b44\U00001b6b-\U00001b73\U00001b80-\U00001b82\U00001ba1-\U00001bad\U00001be6-\U00001bf3\U00001c24-\U00001c37\U00001cd0-\U00001cd2\U00001cd4-\U00001ce8\U00001ced\U00001cf4\U00001cf7-\U00001cf9\U00001dc0-\U00001dff\U000020d0-\U000020f0\U00002cef-\U00002cf1\U00002d7f\U00002de0-\U00002dff\U0000302a-\U0000302f\U00003099-\U0000309a\U0000a66f-\U0000a672\U0000a674-\U0000a67d\U0000a69e-\U0000a69f\U0000a6f0-\U0000a6f1\U0000a802\U0000a806\U0000a80b\U0000a823-\U0000a827\U0000a82c\U0000a880-\U0000a881\U0000a8b4-\U0000a8c5\U0000a8e0-\U0000a8f1\U0000a8ff\U0000a926-\U0000a92d\U0000a947-\U0000a953\U0000a980-\U0000a983\U0000a9b3-\U0000a9c0\U0000a9e5\U0000aa29-\U0000aa36\U0000aa43\U0000aa4c-\U0000aa4d\U0000aa7b-\U0000aa7d\U0000aab0\U0000aab2-\U0000aab4\U0000aab7-\U0000aab8\U0000aabe-\U0000aabf\U0000aac1\U0000aaeb-\U0000aaef\U0000aaf5-\U0000aaf6\U0000abe3-\U0000abea\U0000abec-\U0000abed\U0000fb1e\U0000fe00-\U0000fe0f\U0000fe20-\U0000fe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef]+', '', 'g') collate "C");
     folded := normalize(translate(folded, 'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞỺỼỾℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡ς', 'æðøþđħłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßỻỽỿⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃σ'), nfkd);
     return left(regexp_replace(regexp_replace(folded, '[\U00000300-\U0000036f\U00000483-\U00000489\U00000591-\U000005bd\U000005bf\U000005c1-\U000005c2\U000005c4-\U000005c5\U000005c7\U00000610-\U0000061a\U0000064b-\U0000065f\U00000670\U000006d6-\U000006dc\U000006df-\U000006e4\U000006e7-\U000006e8\U000006ea-\U000006ed\U00000711\U00000730-\U0000074a\U000007a6-\U000007b0\U000007eb-\U000007f3\U000007fd\U00000816-\U00000819\U0000081b-\U00000823\U00000825-\U00000827\U00000829-\U0000082d\U00000859-\U0000085b\U00000897-\U0000089f\U000008ca-\U000008e1\U000008e3-\U00000903\U0000093a-\U0000093c\U0000093e-\U0000094f\U00000951-\U00000957\U00000962-\U00000963\U00000981-\U00000983\U000009bc\U000009be-\U000009c4\U000009c7-\U000009c8\U000009cb-\U000009cd\U000009d7\U000009e2-\U000009e3\U000009fe\U00000a01-\U00000a03\U00000a3c\U00000a3e-\U00000a42\U00000a47-\U00000a48\U00000a4b-\U00000a4d\U00000a51\U00000a70-\U00000a71\U00000a75\U00000a81-\U00000a83\U00000abc\U00000abe-\U00000ac5\U00000ac7-\U00000ac9\U00000acb-\U00000acd\U00000ae2-\U00000ae3\U00000afa-\U00000aff\U00000b01-\U00000b03\U00000b3c\U00000b3e-\U00000b44\U00000b47-\U00000b48\U00000b4b-\U00000b4d\U00000b55-\U00000b57\U00000b62-\U00000b63\U00000b82\U00000bbe-\U00000bc2\U00000bc6-\U00000bc8\U00000bca-\U00000bcd\U00000bd7\U00000c00-\U00000c04\U00000c3c\U00000c3e-\U00000c44\U00000c46-\U00000c48\U00000c4a-\U00000c4d\U00000c55-\U00000c56\U00000c62-\U00000c63\U00000c81-\U00000c83\U00000cbc\U00000cbe-\U00000cc4\U00000cc6-\U00000cc8\U00000cca-\U00000ccd\U00000cd5-\U00000cd6\U00000ce2-\U00000ce3\U00000cf3\U00000d00-\U00000d03\U00000d3b-\U00000d3c\U00000d3e-\U00000d44\U00000d46-\U00000d48\U00000d4a-\U00000d4d\U00000d57\U00000d62-\U00000d63\U00000d81-\U00000d83\U00000dca\U00000dcf-\U00000dd4\U00000dd6\U00000dd8-\U00000ddf\U00000df2-\U00000df3\U00000e31\U00000e34-\U00000e3a\U00000e47-\U00000e4e\U00000eb1\U00000eb4-\U00000ebc\U00000ec8-\U00000ece\U00000f18-\U00000f19\U00000f35\U00000f37\U00000f39\U00000f3e-\U00000f3f\U00000f71-\U00000f84\U00000f86-\U00000f87\U00000f8d-\U00000f97\U00000f99-\U00000fbc\U00000fc6\U0000102b-\U0000103e\U00001056-\U00001059\U0000105e-\U00001060\U00001062-\U00001064\U00001067-\U0000106d\U00001071-\U00001074\U00001082-\U0000108d\U0000108f\U0000109a-\U0000109d\U0000135d-\U0000135f\U00001712-\U00001715\U00001732-\U00001734\U00001752-\U00001753\U00001772-\U00001773\U000017b4-\U000017d3\U000017dd\U0000180b-\U0000180d\U0000180f\U00001885-\U00001886\U000018a9\U00001920-\U0000192b\U00001930-\U0000193b\U00001a17-\U00001a1b\U00001a55-\U00001a5e\U00001a60-\U00001a7c\U00001a7f\U00001ab0-\U00001add\U00001ae0-\U00001aeb\U00001b00-\U00001b04\U00001b34-\U00001b44\U00001b6b-\U00001b73\U00001b80-\U00001b82\U00001ba1-\U00001bad\U00001be6-\U00001bf3\U00001c24-\U00001c37\U00001cd0-\U00001cd2\U00001cd4-\U00001ce8\U00001ced\U00001cf4\U00001cf7-\U00001cf9\U00001dc0-\U00001dff\U000020d0-\U000020f0\U00002cef-\U00002cf1\U00002d7f\U00002de0-\U00002dff\U0000302a-\U0000302f\U00003099-\U0000309a\U0000a66f-\U0000a672\U0000a674-\U0000a67d\U0000a69e-\U0000a69f\U0000a6f0-\U0000a6f1\U0000a802\U0000a806\U0000a80b\U0000a823-\U0000a827\U0000a82c\U0000a880-\U0000a881\U0000a8b4-\U0000a8c5\U0000a8e0-\U0000a8f1\U0000a8ff\U0000a926-\U0000a92d\U0000a947-\U0000a953\U0000a980-\U0000a983\U0000a9b3-\U0000a9c0\U0000a9e5\U0000aa29-\U0000aa36\U0000aa43\U0000aa4c-\U0000aa4d\U0000aa7b-\U0000aa7d\U0000aab0\U0000aab2-\U0000aab4\U0000aab7-\U0000aab8\U0000aabe-\U0000aabf\U0000aac1\U0000aaeb-\U0000aaef\U0000aaf5-\U0000aaf6\U0000abe3-\U0000abea\U0000abec-\U0000abed\U0000fb1e\U0000fe00-\U0000fe0f\U0000fe20-\U0000fe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef]+', '', 'g'), '[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]', ' ', 'g'), 4000);
   end $$;

create function search_words(text) returns text[] language plpgsql immutable parallel safe strict set search_path from current as $$
begin
  return array(
    select left(word, 32) from unnest(string_to_array(search_text($1), ' ')) as token cross join lateral (
      select token as word
      union all
      select array_to_string(parts[place : place + 32], '')
      from (
        select string_to_array(regexp_replace(token, '(?<=[!-/:-@\[-`{-\u00bf\u200b-\u2bff\u3001-\u303f\U0001f000-\U0001faff])(?=[^!-/:-@\[-`{-\u00bf\u200b-\u2bff\u3001-\u303f\U0001f000-\U0001faff])|(?=[%_])', chr(1), 'g'), chr(1)) as parts
        where token ~ '[!-/:-@\[-`{-\u00bf\u200b-\u2bff\u3001-\u303f\U0001f000-\U0001faff]' offset 0
      ) as split cross join generate_series(2, cardinality(parts)) as place
    ) as words
    where word <> ''
  );
end $$;

create table users (
  id integer generated always as identity primary key,
  employee_number text not null unique check (employee_number <> ''),
  first_name text not null,
  last_name text not null,
  email text not null,
  level text not null,
  department text not null,
  position text not null,
  alias text,
  phone text,
  kind text not null default 'Usuario',
  is_active boolean not null default true,
  password_hash text,
  created_at timestamptz not null,
  privilege_lost_at timestamptz,
  name_words tsvector generated always as (array_to_tsvector(search_words((first_name || ' ') || last_name))) stored,
  manager_id integer references users,
  anonymised_at timestamptz,
  constraint users_manager_check check (manager_id <> id)
);
create index users_department on users (department) where is_active;
create unique index users_email_unique on users (lower(email));
create index users_first_administrator on users (created_at, id) where lower(kind) = 'desarrollador' and is_active;
create index users_manager on users (manager_id) where manager_id is not null;

create table topics (
  id integer generated always as identity primary key,
  name text not null,
  name_key text not null unique,
  description text,
  department text not null,
  created_at timestamptz not null,
  name_words tsvector generated always as (array_to_tsvector(search_words(name))) stored
);
create index topics_department on topics (department);

create table activity_templates (
  id integer generated always as identity primary key,
  topic_id integer not null references topics,
  description text not null,
  description_key text not null,
  days integer not null check (days >= 0),
  priority text not null check (priority in ('normal', 'high', 'critical')),
  repeats text check (repeats in ('week', 'month', 'year')),
  checklist jsonb not null,
  minimum_images smallint not null check (minimum_images >= 0),
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index activity_templates_current on activity_templates (topic_id, md5(description_key)) where retired_at is null;

create table activities (
  id integer generated always as identity primary key,
  owner_id integer not null references users,
  assignee_id integer not null references users,
  topic_id integer not null references topics,
  description text not null check (description <> ''),
  description_key text not null,
  status text not null default 'not_started'
    check (status in ('not_started', 'in_progress', 'on_pause', 'completed', 'verified', 'canceled')),
  priority text not null check (priority in ('normal', 'high', 'critical')),
  created_at timestamptz not null,
  due_on date not null,
  extended_to date,
  extension_reason text,
  deadline_on date generated always as (coalesce(extended_to, due_on)) stored,
  started_at timestamptz,
  closed_at timestamptz,
  verified_at timestamptz,
  canceled_at timestamptz,
  resolution text,
  repeats text check (repeats in ('week', 'month', 'year')),
  series_starts_on date not null,
  occurrence integer not null default 0 check (occurrence >= 0),
  predecessor_id integer unique references activities,
  ended_at timestamptz generated always as (coalesce(verified_at, canceled_at)) stored,
  rejected_at timestamptz,
  batch_id uuid,
  last_act_on date not null default current_date,
  checklist jsonb,
  minimum_images smallint not null default 0,
  template_id integer references activity_templates,
  constraint activities_check check ((extended_to is null) = (extension_reason is null)),
  constraint activities_check1 check (extended_to is null or extended_to >= due_on),
  constraint activities_check2 check (status = 'not_started' or status = 'canceled' or started_at is not null),
  constraint activities_check3 check ((status in ('completed', 'verified')) <= (closed_at is not null and resolution is not null)),
  constraint activities_check4 check ((status in ('in_progress', 'on_pause', 'not_started')) <= (closed_at is null)),
  constraint activities_check5 check ((status = 'verified') = (verified_at is not null)),
  constraint activities_check6 check ((status = 'canceled') = (canceled_at is not null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index activities_batch on activities (batch_id) where batch_id is not null;
create index activities_topic on activities (topic_id);

create function activity_adds_words() returns trigger language plpgsql as $$
begin
  insert into public.activity_words values (new.id, array_to_tsvector((
      public.activity_marks(new.id, new.topic_id, new.owner_id, new.assignee_id, new.status)
      || public.search_words(new.description) || public.search_words(coalesce(new.resolution, ''))
    )[:8000]))
    on conflict (activity_id) do update set words = excluded.words;
  return null;
end $$;

create function activity_changes_words() returns trigger language plpgsql set search_path from current as $$
declare changed tsvector;
begin
  if tg_op = 'INSERT' then
    insert into activity_words values (new.id, activity_document(new.id))
      on conflict (activity_id) do update set words = excluded.words;
    return null;
  end if;
  if old.description = new.description and (old.resolution is null or old.resolution = new.resolution) then
    select words into changed from activity_words where activity_id = new.id for update;
    changed := ts_delete(changed, activity_marks(old.id, old.topic_id, old.owner_id, old.assignee_id, old.status))
      || array_to_tsvector(activity_marks(new.id, new.topic_id, new.owner_id, new.assignee_id, new.status)
        || case when old.resolution is null then search_words(coalesce(new.resolution, '')) else '{}' end);
    if length(changed) <= 8000 then
      update activity_words set words = changed where activity_id = new.id;
      return null;
    end if;
  end if;
  perform write_activity_words(new.id);
  return null;
end $$;

create trigger activities_words after insert on activities for each row execute function activity_adds_words();
create trigger activities_words_changed after update of description, resolution, topic_id, owner_id, assignee_id, status on activities
  for each row when (old.description is distinct from new.description or old.resolution is distinct from new.resolution or old.topic_id is distinct from new.topic_id or old.owner_id is distinct from new.owner_id or old.assignee_id is distinct from new.assignee_id or (old.status in ('verified', 'canceled')) is distinct from (new.status in ('verified', 'canceled')) or (old.status = 'completed') is distinct from (new.status = 'completed'))
  execute function activity_changes_words();

create table comments (
  id integer generated always as identity primary key,
  activity_id integer not null references activities,
  author_id integer not null references users,
  body text not null check (body <> ''),
  written_at timestamptz not null,
  canceled_at timestamptz,
  captured_at timestamptz
);
create index comments_activity on comments (activity_id, written_at) where canceled_at is null;

create function comment_changes_words() returns trigger language plpgsql set search_path from current as $$
declare
  known tsvector;
  added tsvector;
begin
  if tg_op = 'INSERT' and new.canceled_at is null then
    select words into known from activity_words where activity_id = new.activity_id for update;
    added := ts_delete(array_to_tsvector(search_words(new.body)), tsvector_to_array(known));
    if length(added) = 0 then return null; end if;
    if length(known) + length(added) <= 8000 then
      update activity_words set words = known || added where activity_id = new.activity_id;
      return null;
    end if;
  end if;
  perform write_activity_words(new.activity_id);
  return null;
end $$;

create trigger comments_words after insert or update of body, canceled_at on comments for each row execute function comment_changes_words();

create table images (
  id uuid primary key,
  activity_id integer not null references activities,
  uploaded_by_id integer not null references users,
  name text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  sha256 text not null,
  size_bytes integer not null,
  width integer not null,
  height integer not null,
  position smallint not null,
  uploaded_at timestamptz not null,
  file_id uuid,
  withdrawn_at timestamptz,
  captured_at timestamptz,
  captured_sha256 text
);
create index images_activity on images (activity_id, uploaded_at);

create table activity_imports (
  activity_id integer primary key references activities,
  key text not null unique,
  file_name text not null,
  sheet text not null,
  row_number integer not null,
  imported_at timestamptz not null
);

create table activity_history (
  id bigint generated always as identity primary key,
  activity_id integer not null references activities,
  act text not null,
  actor_id integer references users,
  channel text not null check (channel in ('web', 'terminal', 'slack', 'teams', 'system')),
  at timestamptz not null,
  from_status text,
  to_status text not null,
  note text,
  facts jsonb,
  recorded_at timestamptz,
  is_loaded boolean
);
create index activity_history_activity on activity_history (activity_id, id);
create index activity_history_verdicts on activity_history (activity_id, id)
  include (act, at)
  where act in ('complete', 'approve', 'reject');

create function refuse_change_of_history() returns trigger language plpgsql as $$
begin raise exception 'activity_history is append-only'; end $$;

create function note_topic_news() returns trigger language plpgsql as $$
begin
  insert into topic_news (topic_channel_id, activity_id, kind, happened_at)
  select channel.id, new.activity_id, said.kind, new.at
  from activities
  join topic_channels channel on channel.topic_id = activities.topic_id
  cross join lateral (select case
    when new.act in ('register', 'repeat', 'reassign') and owner_id <> assignee_id then 'assigned'
    when new.act in ('complete', 'approve') and new.to_status = 'verified' then 'verified'
    when new.act = 'complete' then 'completed'
    when new.act = 'reject' then 'rejected'
    when new.act = 'cancel' then 'canceled'
  end as kind) said
  where activities.id = new.activity_id and said.kind is not null;
  return null;
end $$;

create function refuse_unissued_number() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  sequence text := pg_get_serial_sequence(format('%I.%I', tg_table_schema, tg_table_name), 'id');
begin
  if new.id not between 1 and coalesce(pg_sequence_last_value(sequence::regclass), 0) then
    raise exception '%: its sequence did not issue number %', tg_table_name, new.id;
  end if;
  return new;
end $$;

create function stamp_history() returns trigger language plpgsql as $$
begin
  new.recorded_at := clock_timestamp();
  new.is_loaded := coalesce(current_setting('bitacora.loading', true), '') = 'on';
  if new.is_loaded and exists (select from history_seals where source = 'activity_history') then
    raise exception 'activity_history is loaded only before its first seal';
  end if;
  return new;
end $$;

create function tell_activity_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('activity_changed', id || ':' || owner_id || ':' || assignee_id) from activities where id = new.activity_id;
  return null;
end $$;

create function tell_chat_cards() returns trigger language plpgsql as $$
begin
  insert into chat_card_changes (card_id, history_id, changed_at)
  select card_id, new.id, new.at from chat_card_activities where activity_id = new.activity_id
  union
  select home.id, new.id, new.at
  from activities
  cross join lateral (
    select unnest(array[owner_id, assignee_id]) as user_id
    union
    select substitute_id from absences where absences.user_id in (owner_id, assignee_id)
  ) reader
  join chat_links link on link.user_id = reader.user_id
  join chat_cards home on home.chat_link_id = link.id and home.message = 'home'
  where activities.id = new.activity_id
  on conflict do nothing;
  return null;
end $$;

create function add_webhook_deliveries() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, history_id, activity_id, act, happened_at, next_try_at)
  select id, new.id, new.activity_id, new.act, new.at, new.at from webhooks where is_active and new.act = any(acts);
  return null;
end $$;

create trigger activity_history_append_only before delete or update or truncate on activity_history for each statement
  execute function refuse_change_of_history();
create trigger activity_history_notes_topic_news after insert on activity_history
  for each row when (new.act in ('register', 'repeat', 'reassign', 'complete', 'approve', 'reject', 'cancel'))
  execute function note_topic_news();
create trigger activity_history_number before insert on activity_history for each row execute function refuse_unissued_number();
create trigger activity_history_stamp before insert on activity_history for each row execute function stamp_history();
create trigger activity_history_tells after insert on activity_history for each row execute function tell_activity_changed();
create trigger activity_history_tells_chat_cards after insert on activity_history for each row execute function tell_chat_cards();
create trigger activity_history_webhooks after insert on activity_history for each row execute function add_webhook_deliveries();

create table absences (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  substitute_id integer not null references users,
  from_on date not null,
  to_on date not null,
  created_at timestamptz not null,
  constraint absences_range_check check (from_on <= to_on),
  constraint absences_substitute_check check (substitute_id <> user_id)
);
create index absences_substitute on absences (substitute_id, to_on);
create index absences_user on absences (user_id, to_on);

create table chat_links (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  service text not null check (service in ('slack', 'teams')),
  workspace text not null,
  chat_user_id text not null,
  display_name text not null,
  linked_at timestamptz not null,
  conversation text,
  unique (service, workspace, chat_user_id)
);
create index chat_links_user on chat_links (user_id);

create table access_tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  secret_hash bytea not null unique,
  prefix text not null,
  name text not null,
  scope text not null check (scope in ('read', 'write', 'import_people')),
  channel text not null check (channel in ('terminal', 'slack', 'teams')),
  chat_link_id integer references chat_links on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  constraint access_tokens_check check ((channel = 'terminal') = (chat_link_id is null))
);
create index access_tokens_chat_link on access_tokens (chat_link_id);
create index access_tokens_user on access_tokens (user_id);

create table activity_words (
  activity_id integer primary key references activities on delete cascade,
  words tsvector not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table activity_words alter column words set statistics 300;
create index activity_words_words on activity_words using gin (words, (array[activity_id / 20000])) with (gin_pending_list_limit='256');

create function activity_marks(id integer, topic_id integer, owner_id integer, assignee_id integer, status text) returns text[] language sql immutable parallel safe as $$
select array[chr(1) || 'f' || id, chr(1) || 't' || topic_id, chr(1) || 'o' || owner_id, chr(1) || 'a' || assignee_id]
  || case when status in ('verified', 'canceled') then '{}'
    else array[chr(1) || 'p', chr(1) || case when status = 'completed' then 'd' else 'u' end] end $$;

create function activity_document(document_id integer) returns tsvector language plpgsql stable parallel safe strict set search_path from current as $$
declare
  words tsvector;
  added tsvector;
  comment text;
begin
  select array_to_tsvector((activity_marks(id, topic_id, owner_id, assignee_id, status)
    || search_words(description) || search_words(coalesce(resolution, '')))[:8000])
    into words from activities where id = document_id;
  for comment in select body from comments where activity_id = document_id and canceled_at is null order by id desc loop
    added := ts_delete(array_to_tsvector(search_words(comment)), tsvector_to_array(words));
    exit when length(words) + length(added) > 6000;
    words := words || added;
  end loop;
  return words;
end $$;

create function write_activity_words(changed_id integer) returns void language plpgsql set search_path from current as $$
begin
  -- A row that another transaction changes is awaited before its comments are read.
  insert into activity_words values (changed_id, '') on conflict do nothing;
  perform from activity_words where activity_id = changed_id for update;
  update activity_words set words = fresh.words from (select activity_document(changed_id) as words) as fresh
    where activity_id = changed_id and activity_words.words <> fresh.words;
end $$;

create function words_change_vocabulary() returns trigger language plpgsql as $$
declare
  fresh text[];
begin
  if tg_op = 'INSERT' then
    fresh := tsvector_to_array(new.words);
  else
    fresh := tsvector_to_array(ts_delete(new.words, tsvector_to_array(old.words)));
  end if;
  insert into public.search_vocabulary
    select word from unnest(fresh) as added (word)
    where word collate "C" >= ':' and not exists (select from public.search_vocabulary known where known.word = added.word);
  return null;
end $$;

create trigger activity_words_vocabulary after insert or update on activity_words for each row execute function words_change_vocabulary();

create table admin_history (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id integer,
  actor_name text,
  act text not null,
  subject_kind text not null,
  subject_id text,
  subject text,
  before jsonb,
  after jsonb,
  address text,
  channel text not null
);
create index admin_history_act on admin_history (act, id);
create index admin_history_actor on admin_history (actor_id, id);
create index admin_history_at on admin_history (at);
create index admin_history_subject on admin_history (subject_kind, subject_id, id);

create function record_backup(operator text, facts jsonb) returns void language sql security definer set search_path from current as $$
insert into admin_history (actor_name, act, subject_kind, after, channel) values (operator, 'system.backUp', 'system', facts, 'admin')
$$;
revoke execute on function record_backup(text,jsonb) from public;

create function refuse_change_of_admin_history() returns trigger language plpgsql as $$
begin raise exception 'admin_history is append-only'; end $$;

create function stamp_admin_history() returns trigger language plpgsql as $$
begin new.at := clock_timestamp(); return new; end $$;

create trigger admin_history_append_only before delete or update or truncate on admin_history for each statement
  execute function refuse_change_of_admin_history();
create trigger admin_history_number before insert on admin_history for each row execute function refuse_unissued_number();
create trigger admin_history_stamp before insert on admin_history for each row execute function stamp_admin_history();

create table announcement_preferences (
  user_id integer not null references users,
  kind text not null,
  by_email boolean not null,
  by_chat boolean not null,
  chosen_at timestamptz,
  by_push boolean not null default false,
  primary key (user_id, kind)
);

create table answered_requests (
  user_id integer not null references users,
  key text not null,
  fingerprint text not null,
  reply jsonb,
  created_at timestamptz not null,
  kept_days smallint not null default 1,
  primary key (user_id, key)
);
create index answered_requests_age on answered_requests (created_at);

create table calendar_feeds (
  user_id integer primary key references users,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  read_at timestamptz
);

create table chat_cards (
  id bigint generated always as identity primary key,
  chat_link_id integer not null references chat_links on delete cascade,
  conversation text not null,
  message text not null,
  press jsonb not null,
  posted_at timestamptz not null,
  claim uuid,
  next_try_at timestamptz,
  tries integer not null default 0
);
create index chat_cards_home on chat_cards (chat_link_id) where message = 'home';
create unique index chat_cards_message on chat_cards (chat_link_id, md5(conversation), message);
create index chat_cards_posted on chat_cards (posted_at);

create table chat_card_activities (
  activity_id integer not null references activities,
  card_id bigint not null references chat_cards on delete cascade,
  primary key (activity_id, card_id)
);
create index chat_card_activities_card on chat_card_activities (card_id);

create table chat_card_changes (
  card_id bigint not null,
  history_id bigint not null,
  changed_at timestamptz not null,
  claim uuid,
  primary key (card_id, history_id)
);
create index chat_card_changes_history on chat_card_changes (history_id);

create table chat_link_requests (
  code_hash bytea primary key,
  service text not null check (service in ('slack', 'teams')),
  workspace text not null,
  chat_user_id text not null,
  display_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  conversation text,
  unique (service, workspace, chat_user_id)
);

create table chat_summaries (
  user_id integer primary key references users,
  chat_link_id integer not null references chat_links on delete cascade,
  conversation text not null,
  display_name text not null,
  chosen_at timestamptz not null,
  told_unsent_at timestamptz
);
create index chat_summaries_link on chat_summaries (chat_link_id);

create table topic_channels (
  id integer generated always as identity primary key,
  topic_id integer not null references topics,
  user_id integer not null references users,
  chat_link_id integer references chat_links on delete set null,
  service text not null,
  conversation text not null,
  display_name text not null,
  started_at timestamptz not null
);
create index topic_channels_link on topic_channels (chat_link_id);
create unique index topic_channels_place on topic_channels (topic_id, service, md5(conversation));
create index topic_channels_user on topic_channels (user_id);

create table chat_tasks (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null check (kind in ('greet', 'summarize', 'unsent', 'mailStopped', 'topicNews')),
  chat_link_id integer not null references chat_links on delete cascade,
  conversation text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  next_try_at timestamptz,
  claimed_until timestamptz,
  is_uncertain boolean not null default false,
  tries integer not null default 0,
  topic_channel_id integer references topic_channels on delete cascade
);
create index chat_tasks_due on chat_tasks (next_try_at) where next_try_at is not null;
create index chat_tasks_link on chat_tasks (chat_link_id);
create index chat_tasks_topic_channel on chat_tasks (topic_channel_id) where topic_channel_id is not null;

create table company_accounts (
  issuer text not null,
  subject text not null,
  user_id integer not null references users,
  email text not null,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

create table device_authorizations (
  device_code_hash bytea primary key,
  user_code_hash bytea not null unique,
  machine text not null,
  device_grant text not null check (device_grant in ('read', 'write', 'session')),
  requested_by_id integer references users,
  address text,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  polled_at timestamptz,
  is_approved boolean,
  answered_by_id integer references users
);
create index device_authorizations_expires_at_idx on device_authorizations (expires_at);

-- 0002 reads it, and drops it.
create table due_work_zone (
  id boolean default true primary key check (id),
  zone text not null
);

create table email_changes (
  id uuid primary key,
  user_id integer not null unique references users,
  email text not null,
  token_hash bytea not null unique,
  requested_by_id integer not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table history_baselines (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('activity', 'complete', 'witness', 'clock', 'redaction')),
  activity_id integer unique references activities,
  through_id bigint not null,
  facts jsonb not null,
  at timestamptz not null,
  constraint history_baselines_check check ((kind = 'activity') = (activity_id is not null))
);
create unique index history_baselines_complete on history_baselines (kind) where kind = 'complete';
create index history_baselines_redactions on history_baselines (id) where kind = 'redaction';

create function refuse_change_of_baselines() returns trigger language plpgsql as $$
begin raise exception 'history_baselines is append-only'; end $$;

create function stamp_baseline() returns trigger language plpgsql as $$
begin
  if new.kind = 'activity' and exists (select from history_baselines where kind = 'complete') then
    raise exception 'history_baselines is complete';
  end if;
  new.at := clock_timestamp();
  return new;
end $$;

create trigger history_baselines_append_only before delete or update or truncate on history_baselines for each statement
  execute function refuse_change_of_baselines();
create trigger history_baselines_number before insert on history_baselines for each row execute function refuse_unissued_number();
create trigger history_baselines_stamp before insert on history_baselines for each row execute function stamp_baseline();

create table history_seals (
  id integer generated always as identity primary key,
  through_id bigint not null,
  rows integer not null check (rows > 0),
  seal bytea not null,
  sealed_at timestamptz not null,
  form smallint not null default 1 check (form in (1, 2, 3)),
  source text not null default 'activity_history' check (source in ('activity_history', 'admin_history', 'history_baselines')),
  after_id bigint,
  constraint history_seals_range_check check ((form = 3) = (after_id is not null) and after_id < through_id)
);
create index history_seals_range on history_seals (source, through_id);
create index history_seals_time on history_seals (sealed_at);

create function newest_number(source text) returns bigint language plpgsql stable as $$
declare newest bigint;
begin
  execute format('select max(id) from %I', source) into newest;
  return greatest(newest, pg_sequence_last_value(pg_get_serial_sequence(source, 'id')::regclass), 0);
end $$;

create function seals_at_most() returns integer language sql stable as $$
select least(2 * (newest_number('activity_history')::numeric + newest_number('admin_history') + newest_number('history_baselines')) + 1000,
  2147483646)::integer
$$;

create function sealed_through(source text) returns bigint language sql stable as $$
select coalesce(max(through_id), 0) from history_seals seal
where seal.source = sealed_through.source and through_id <= newest_number(sealed_through.source) and id <= (select seals_at_most())
$$;

create function refuse_change_of_seals() returns trigger language plpgsql as $$
begin raise exception 'history_seals is append-only'; end $$;

create function check_seal() returns trigger language plpgsql as $$
declare
  before_id integer;
  before_form smallint;
  begins_after bigint := coalesce(new.after_id, sealed_through(new.source));
  last_id bigint;
  row_count bigint;
begin
  select id, form into before_id, before_form from history_seals where id <= seals_at_most() order by id desc limit 1;
  if new.form < before_form then raise exception 'history_seals is in form %', before_form; end if;
  if new.form > 1 and abs(extract(epoch from new.sealed_at - clock_timestamp())) > 60 then
    raise exception 'history_seals: sealed_at is not the present';
  end if;
  if begins_after <> 0 and not exists (select from history_seals where source = new.source and through_id = begins_after) then
    raise exception 'history_seals: no seal of % ends at %', new.source, begins_after;
  end if;
  execute format('select max(id), count(*) from %I where ($1 = 0 or id > $1) and id <= $2', new.source)
    into last_id, row_count using begins_after, new.through_id;
  if last_id is distinct from new.through_id or row_count <> new.rows then
    raise exception 'history_seals: no % rows of % end at %', new.rows, new.source, new.through_id;
  end if;
  new.id := coalesce(before_id, 0) + 1;
  return new;
end $$;

create trigger history_seals_append_only before delete or update or truncate on history_seals for each statement
  execute function refuse_change_of_seals();
create trigger history_seals_check before insert on history_seals for each row execute function check_seal();

create table holidays (
  day date primary key,
  name text not null check (name <> '')
);
-- Mexico's days of rest for twenty years (LFT, article 74): some move to a Monday, and a president takes office every six years. Election days
-- have no rule. Administrators change the rows from there. When the law changes, the years to come are a migration of their own.
insert into holidays (day, name)
  select case when moves then first + (8 - extract(isodow from first)::integer) % 7 else first end, name
  from generate_series(2026, 2046) as year
  cross join (values
    (1, 1, false, 'Año Nuevo'),
    (2, 1, true, 'Día de la Constitución'),
    (3, 15, true, 'Natalicio de Benito Juárez'),
    (5, 1, false, 'Día del Trabajo'),
    (9, 16, false, 'Día de la Independencia'),
    (10, 1, false, 'Transmisión del Poder Ejecutivo Federal'),
    (11, 15, true, 'Día de la Revolución'),
    (12, 25, false, 'Navidad')
  ) as rule (month, day, moves, name)
  cross join lateral make_date(year, month, day) as first
  where month <> 10 or year % 6 = 2;

create table import_answers (
  kind text not null check (kind in ('column', 'person', 'topic', 'state', 'priority')),
  said text not null,
  answer jsonb not null,
  answered_at timestamptz not null,
  primary key (kind, said)
);

create table installation (
  key text primary key,
  value jsonb not null
);

create function note_backup(made_at timestamptz) returns void language sql security definer set search_path from current as $$
insert into installation (key, value) values ('backupAt', to_jsonb(made_at))
on conflict (key) do update set value = excluded.value
$$;
revoke execute on function note_backup(timestamptz) from public;

create function note_restore_drill(drill jsonb) returns void language sql security definer set search_path from current as $$
insert into installation (key, value) values ('restoreDrill', drill)
on conflict (key) do update set value = excluded.value
$$;
revoke execute on function note_restore_drill(jsonb) from public;

create table known_devices (
  secret_hash bytea not null,
  user_id integer not null references users,
  seen_at timestamptz not null,
  trusted_until timestamptz,
  primary key (secret_hash, user_id)
);
create index known_devices_user on known_devices (user_id, seen_at);

create table known_networks (
  network text primary key,
  seen_at timestamptz not null
);

create table list_sizes (
  user_id integer not null references users,
  screen text not null,
  size smallint check (size >= 1 and size <= 200),
  primary key (user_id, screen)
);

create unlogged table login_delays (
  account_hash bytea primary key,
  failures integer not null,
  tried_at timestamptz not null
);
create index login_delays_tried on login_delays (tried_at);

create table notifications (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null,
  recipient_id integer not null references users,
  activity_id integer not null references activities,
  deadline_on date,
  history_id bigint,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_comments on notifications (history_id) where kind = 'commented';
create index notifications_recipient on notifications (recipient_id, id desc);
create index notifications_unread on notifications (recipient_id, activity_id) where read_at is null;

create function publish_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('notifications_changed', new.recipient_id::text);
  return null;
end $$;

create trigger notifications_published after insert or update of read_at on notifications
  for each row execute function publish_notification();

create table outbox (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null,
  recipient_id integer not null references users,
  activity_id integer references activities,
  facts jsonb not null default '{}'::jsonb,
  created_at timestamptz not null,
  next_try_at timestamptz,
  tries integer not null default 0,
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  channel text not null default 'email' check (channel in ('email', 'chat', 'push')),
  letter uuid,
  uncertain_tries integer not null default 0,
  deadline_on date,
  expires_at timestamptz not null default now() + '7 days'::interval,
  failure text check (failure in ('refused', 'unknown', 'expired', 'overtaken')),
  instead_of_chat boolean not null default false,
  awaits_server boolean not null default false,
  first_due_at timestamptz
);
create index outbox_awaiting_server on outbox (next_try_at) where awaits_server and sent_at is null and failed_at is null;
create index outbox_deadlines on outbox (activity_id, deadline_on, kind, recipient_id, channel)
  where kind in ('dueSoon', 'dueTomorrow', 'overdue');
create index outbox_due on outbox (channel, next_try_at) where sent_at is null and failed_at is null;
create index outbox_failed on outbox (failed_at) where failed_at is not null;
create index outbox_letter on outbox (letter) where letter is not null;
create index outbox_stuck on outbox (channel, expires_at) where sent_at is null and failed_at is null and next_try_at > expires_at;
create index outbox_tokens on outbox (channel, next_try_at)
  where (kind in ('invitation', 'passwordReset')) and sent_at is null and failed_at is null;
create index outbox_untold on outbox (recipient_id) where letter is null and sent_at is null and failed_at is null;

create table password_exceptions (
  user_id integer primary key references users,
  expires_at timestamptz not null
);

create table password_resets (
  id uuid primary key,
  user_id integer not null unique references users,
  token_hash bytea not null,
  wrong_tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  is_mailed boolean not null default true
);

create table profile_photos (
  user_id integer primary key references users,
  image_id uuid not null unique,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  sha256 text not null,
  size_bytes integer not null,
  width integer not null,
  height integer not null,
  uploaded_at timestamptz not null
);

create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id integer not null references users,
  session_id_hash bytea not null,
  endpoint text not null unique,
  public_key text not null,
  auth_secret text not null,
  created_at timestamptz not null
);
create index push_subscriptions_session on push_subscriptions (session_id_hash);
create index push_subscriptions_user on push_subscriptions (user_id);

create unlogged table rate_limits (
  key character varying(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

create table second_factors (
  user_id integer primary key references users on delete cascade,
  sealed_secret bytea not null,
  begun_at timestamptz not null,
  confirmed_at timestamptz,
  used_step integer not null default 0,
  sealed_replacement bytea
);

create table recovery_codes (
  user_id integer not null,
  code_hash bytea not null,
  primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references second_factors(user_id) on delete cascade
);

create table saved_views (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  screen text not null,
  name text not null check (name <> ''),
  name_key text not null,
  query text not null,
  created_at timestamptz not null,
  unique (user_id, screen, name_key)
);

create table seal_witnesses (
  day date not null,
  kind text not null check (kind in ('mail', 'stamp')),
  seal_id integer not null,
  head text not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  done_at timestamptz,
  token bytea,
  last_error text,
  primary key (day, kind)
);

create table search_vocabulary (
  word text collate "C" not null
);
create index search_vocabulary_word on search_vocabulary (word);

create table sessions (
  id_hash bytea primary key,
  user_id integer not null references users,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  id integer generated always as identity unique,
  user_agent text,
  address text,
  issuer text,
  has_second_factor boolean not null default false
);
create index sessions_user on sessions (user_id, created_at);

create table snoozed_reminders (
  user_id integer not null references users,
  activity_id integer not null references activities on delete cascade,
  remind_on date not null,
  primary key (user_id, activity_id)
);
create index snoozed_reminders_activity on snoozed_reminders (activity_id);
create index snoozed_reminders_day on snoozed_reminders (remind_on);

create table sweeps (
  due_at timestamptz primary key,
  swept_at timestamptz not null,
  announced_count integer not null
);

create table topic_assignments (
  id integer generated always as identity primary key,
  topic_id integer not null references topics,
  user_id integer not null references users,
  created_at timestamptz not null,
  unique (topic_id, user_id)
);
create index topic_assignments_user on topic_assignments (user_id);

create table topic_news (
  id bigint generated always as identity primary key,
  topic_channel_id integer not null references topic_channels on delete cascade,
  activity_id integer not null references activities on delete cascade,
  kind text not null check (kind in ('assigned', 'completed', 'verified', 'rejected', 'canceled', 'late')),
  deadline_on date,
  happened_at timestamptz not null,
  task_id bigint references chat_tasks on delete cascade
);
create index topic_news_activity on topic_news (activity_id);
create index topic_news_channel on topic_news (topic_channel_id, happened_at) where task_id is null;
create unique index topic_news_late on topic_news (topic_channel_id, activity_id, deadline_on) where kind = 'late';
create index topic_news_task on topic_news (task_id);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id integer not null,
  message_id uuid not null default gen_random_uuid(),
  history_id bigint,
  activity_id integer,
  act text not null,
  happened_at timestamptz not null,
  body text,
  tries integer not null default 0,
  next_try_at timestamptz,
  claimed_until timestamptz,
  tried_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  last_status integer,
  failure text check (failure in ('status', 'redirect', 'timeout', 'private', 'connection', 'unsigned')),
  answer text,
  resent_at timestamptz,
  constraint webhook_deliveries_check check (num_nonnulls(delivered_at, failed_at) < 2),
  constraint webhook_deliveries_check1 check ((next_try_at is null) = (delivered_at is not null or failed_at is not null)),
  constraint webhook_deliveries_check2 check ((history_id is null) = (act = 'test')),
  constraint webhook_deliveries_check3 check ((history_id is null) = (activity_id is null))
);
create index webhook_deliveries_age on webhook_deliveries (happened_at);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at, id) where next_try_at is not null;
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, id) where failed_at is not null;
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);

create table webhooks (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  url text not null check (url ~~ 'https://%'),
  acts text[] not null check (cardinality(acts) > 0),
  has_comments boolean not null default false,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_until timestamptz,
  is_active boolean not null default true,
  disabled_at timestamptz,
  disabling_reason text check (disabling_reason in ('gone', 'failing')),
  failing_since timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  activated_at timestamptz,
  constraint webhooks_check check ((sealed_previous_secret is null) = (previous_until is null)),
  constraint webhooks_check1 check ((disabled_at is null) = (disabling_reason is null)),
  constraint webhooks_check2 check (disabled_at is null or not is_active)
);

create table weekly_reports (
  week_from date primary key,
  figures jsonb not null,
  workbook bytea
);
