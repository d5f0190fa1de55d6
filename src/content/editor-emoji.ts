/*
 * Names of emoji that the hosted editor writes (those of JoyPixels) and code hosts do not know. The table is from emojibase-data 17 (MIT licence,
 * copyright Miles Johnson), without tones of skin, and without the flags of countries, whose names follow a rule.
 */

/** Names, each list of names before its emoji. */
export const editorEmoji = `
trade_mark ™️ information ℹ️ up_down_arrow ↕️ up_left_arrow ↖️ sun ☀️ umbrella2 ☂️ snowman2 ☃️ hot_beverage ☕️
skull_crossbones ☠️ radioactive_sign ☢️ biohazard_sign ☣️ frowning2 white_frowning_face ☹️ spade_suit ♠️ club_suit ♣️
heart_suit ♥️ diamond_suit ♦️ hot_springs ♨️ hammer_pick ⚒️ scales ⚖️ check_mark ✔️ question_mark ❓️
heart_exclamation heavy_heart_exclamation_mark_ornament ❣️ red_heart ❤️ grinning_face 😀
rolling_on_the_floor_laughing 🤣 smiling_face ☺️ slight_smile 🙂 upside_down 🙃 winking_face 😉 relieved_face 😌
smiling_face_with_3_hearts 🥰 kissing_face 😗 face_with_raised_eyebrow 🤨 face_with_monocle 🧐 nerd 🤓 smirking_face 😏
unamused_face 😒 pensive_face 😔 worried_face 😟 confused_face 😕 slight_frown 🙁 weary_face 😩 crying_face 😢
angry_face 😠 face_with_symbols_over_mouth 🤬 flushed_face 😳 fearful_face 😨 hugging hugging_face 🤗 thinking_face 🤔
face_with_hand_over_mouth 🤭 liar 🤥 head_shaking_horizontally 🙂‍↔️ head_shaking_vertically 🙂‍↕️
rolling_eyes face_with_rolling_eyes 🙄 hushed_face 😯 sleeping_face 😴 drool 🤤 sleepy_face 😪 zipper_mouth 🤐 sick 🤢
face_vomiting 🤮 sneeze 🤧 thermometer_face 🤒 head_bandage 🤕 money_mouth 🤑 cowboy face_with_cowboy_hat 🤠 ogre 👹
goblin 👺 clown 🤡 poo pile_of_poo 💩 skeleton 💀 alien_monster 👾 robot_face 🤖 grinning_cat 😺 weary_cat 🙀
crying_cat 😿 raising_hands 🙌 shaking_hands 🤝 thumbup thumbs_up 👍️ thumbdown thumbs_down 👎️ oncoming_fist 👊
raised_fist ✊️ left_facing_fist left_fist 🤛 right_facing_fist right_fist 🤜
fingers_crossed hand_with_index_and_middle_finger_crossed 🤞 victory_hand ✌️ sign_of_the_horns 🤘 back_of_hand 🤚
hand_splayed 🖐️ vulcan 🖖 waving_hand 👋 call_me 🤙 flexed_biceps 💪 reversed_hand_with_middle_finger_extended 🖕
folded_hands 🙏 kiss_mark 💋 mouth 👄 speaking_head_in_silhouette 🗣️ person 🧑 woman_curly_haired 👩‍🦱
man_curly_haired 👨‍🦱 woman_red_haired 👩‍🦰 man_red_haired man_red_hair 👨‍🦰 person_with_blond_hair 👱
blond-haired_woman 👱‍♀️ blond-haired_man 👱‍♂️ woman_white_haired 👩‍🦳 man_white_haired 👨‍🦳 woman_bald 👩‍🦲
man_bald 👨‍🦲 person_beard 🧔 older_person 🧓 grandma old_woman 👵 old_man 👴 man_with_chinese_cap 👲
person_wearing_turban 👳 woman_wearing_turban 👳‍♀️ man_wearing_turban 👳‍♂️ woman_police_officer 👮‍♀️
man_police_officer 👮‍♂️ woman_construction_worker 👷‍♀️ man_construction_worker 👷‍♂️ woman_guard 💂‍♀️ man_guard 💂‍♂️
spy sleuth_or_spy 🕵️ woman_detective 🕵️‍♀️ man_detective 🕵️‍♂️ woman_superhero 🦸‍♀️ man_superhero 🦸‍♂️
woman_supervillain 🦹‍♀️ man_supervillain 🦹‍♂️ mother_christmas 🤶 santa_claus 🎅 woman_mage 🧙‍♀️ man_mage 🧙‍♂️
woman_elf 🧝‍♀️ man_elf 🧝‍♂️ woman_vampire 🧛‍♀️ man_vampire 🧛‍♂️ woman_zombie 🧟‍♀️ man_zombie 🧟‍♂️
woman_genie 🧞‍♀️ man_genie 🧞‍♂️ woman_fairy 🧚‍♀️ man_fairy 🧚‍♂️ baby_angel 👼 expecting_woman 🤰 person_bowing 🙇
woman_bowing 🙇‍♀️ man_bowing 🙇‍♂️ person_tipping_hand 💁 woman_tipping_hand 💁‍♀️ man_tipping_hand 💁‍♂️
person_gesturing_no 🙅 woman_gesturing_no 🙅‍♀️ man_gesturing_no 🙅‍♂️ person_gesturing_ok 🙆 woman_gesturing_ok 🙆‍♀️
man_gesturing_ok 🙆‍♂️ person_raising_hand 🙋 woman_raising_hand 🙋‍♀️ man_raising_hand 🙋‍♂️
person_facepalming face_palm 🤦 person_shrugging 🤷 person_pouting person_with_pouting_face 🙎 woman_pouting 🙎‍♀️
man_pouting 🙎‍♂️ person_frowning 🙍 woman_frowning 🙍‍♀️ man_frowning 🙍‍♂️ person_getting_haircut 💇
woman_getting_haircut 💇‍♀️ man_getting_haircut 💇‍♂️ person_getting_massage 💆 woman_getting_face_massage 💆‍♀️
man_getting_face_massage 💆‍♂️ person_in_steamy_room 🧖 woman_in_steamy_room 🧖‍♀️ man_in_steamy_room 🧖‍♂️
nail_polish 💅 male_dancer 🕺 people_with_bunny_ears_partying 👯 women_with_bunny_ears_partying 👯‍♀️
men_with_bunny_ears_partying 👯‍♂️ levitate man_in_business_suit_levitating 🕴️
person_in_manual_wheelchair_facing_right 🧑‍🦽‍➡️ man_in_manual_wheelchair_facing_right 👨‍🦽‍➡️
woman_in_manual_wheelchair_facing_right 👩‍🦽‍➡️ person_in_motorized_wheelchair_facing_right 🧑‍🦼‍➡️
man_in_motorized_wheelchair_facing_right 👨‍🦼‍➡️ woman_in_motorized_wheelchair_facing_right 👩‍🦼‍➡️ person_walking 🚶
woman_walking 🚶‍♀️ man_walking 🚶‍♂️ person_walking_facing_right 🚶‍➡️ woman_walking_facing_right 🚶‍♀️‍➡️
man_walking_facing_right 🚶‍♂️‍➡️ person_with_white_cane_facing_right 🧑‍🦯‍➡️ man_with_white_cane_facing_right 👨‍🦯‍➡️
woman_with_white_cane_facing_right 👩‍🦯‍➡️ person_kneeling 🧎 woman_kneeling 🧎‍♀️ man_kneeling 🧎‍♂️
person_kneeling_facing_right 🧎‍➡️ woman_kneeling_facing_right 🧎‍♀️‍➡️ man_kneeling_facing_right 🧎‍♂️‍➡️
person_running 🏃 woman_running 🏃‍♀️ man_running 🏃‍♂️ person_running_facing_right 🏃‍➡️
woman_running_facing_right 🏃‍♀️‍➡️ man_running_facing_right 🏃‍♂️‍➡️ person_standing 🧍 woman_standing 🧍‍♀️
man_standing 🧍‍♂️ couple_ww couple_with_heart_ww 👩‍❤️‍👩 couple_mm couple_with_heart_mm 👨‍❤️‍👨
kiss_woman_man 👩‍❤️‍💋‍👨 kiss_ww couplekiss_ww 👩‍❤️‍💋‍👩 kiss_mm couplekiss_mm kiss_man_man 👨‍❤️‍💋‍👨
family_adult_adult_child_child 🧑‍🧑‍🧒‍🧒 family_adult_adult_child 🧑‍🧑‍🧒 family_adult_child_child 🧑‍🧒‍🧒
family_adult_child 🧑‍🧒 family_mwg 👨‍👩‍👧 family_mwgb 👨‍👩‍👧‍👦 family_mwbb 👨‍👩‍👦‍👦 family_mwgg 👨‍👩‍👧‍👧
family_wwb 👩‍👩‍👦 family_wwg 👩‍👩‍👧 family_wwgb 👩‍👩‍👧‍👦 family_wwbb 👩‍👩‍👦‍👦 family_wwgg 👩‍👩‍👧‍👧
family_mmb 👨‍👨‍👦 family_mmg 👨‍👨‍👧 family_mmgb 👨‍👨‍👧‍👦 family_mmbb 👨‍👨‍👦‍👦 family_mmgg 👨‍👨‍👧‍👧
t_shirt 👕 briefs 🩲 womans_flat_shoe 🥿 womans_sandal 👡 womans_boot 👢 running_shoe 👟 top_hat 🎩
helmet_with_cross helmet_with_white_cross ⛑️ clutch_bag 👝 backpack 🎒 glasses 👓️ curly_haired curly_hair 🦱
red_haired red_hair 🦰 white_haired white_hair 🦳 bald 🦲 dog_face 🐶 cat_face 🐱 mouse_face 🐭 rabbit_face 🐰 fox 🦊
panda 🐼 tiger_face 🐯 lion_face 🦁 cow_face 🐮 pig_face 🐷 horse_face 🐴 unicorn_face 🦄 t_rex 🦖 rhino 🦏 ewe 🐑
dove_of_peace 🕊️ phoenix 🐦‍🔥 brown_mushroom 🍄‍🟫 spiral_shell 🐚 sheaf_of_rice 🌾 wilted_rose 🥀 new_moon_face 🌚
glowing_star 🌟 high_voltage ⚡️ flame 🔥 cloud_tornado cloud_with_tornado 🌪️
white_sun_small_cloud white_sun_with_small_cloud 🌤️ white_sun_cloud white_sun_behind_cloud 🌥️
white_sun_rain_cloud white_sun_behind_cloud_with_rain 🌦️ cloud_rain 🌧️ thunder_cloud_rain thunder_cloud_and_rain ⛈️
cloud_lightning 🌩️ cloud_snow 🌨️ wind_blowing_face 🌬️ dashing_away 💨 water_wave 🌊 red_apple 🍎 lime 🍋‍🟩
kiwi kiwifruit 🥝 ear_of_corn 🌽 french_bread 🥖 cheese_wedge 🧀 cooking 🍳 hot_dog 🌭 french_fries 🍟 stuffed_pita 🥙
salad 🥗 paella 🥘 steaming_bowl 🍜 pot_of_food 🍲 curry_rice 🍛 bento_box 🍱 cooked_rice 🍚 shortcake 🍰
birthday_cake 🎂 pudding flan 🍮 shelled_peanut 🥜 milk glass_of_milk 🥛 beer_mug 🍺 champagne_glass clinking_glass 🥂
whisky 🥃 bottle_with_popping_cork 🍾 fork_knife_plate fork_and_knife_with_plate 🍽️ soccer_ball ⚽️ table_tennis 🏓
hockey 🏒 cricket_bat_ball 🏏 goal 🥅 flag_in_hole ⛳️ archery 🏹 fishing_pole 🎣 boxing_gloves 🥊 karate_uniform 🥋
running_shirt 🎽 skis 🎿 person_lifting_weights lifter weight_lifter 🏋️ woman_lifting_weights 🏋️‍♀️
man_lifting_weights 🏋️‍♂️ people_wrestling wrestlers 🤼 person_doing_cartwheel cartwheel 🤸
person_bouncing_ball basketball_player person_with_ball ⛹️ woman_bouncing_ball ⛹️‍♀️ man_bouncing_ball ⛹️‍♂️
fencer fencing 🤺 person_playing_handball handball 🤾 person_golfing golfer 🏌️ woman_golfing 🏌️‍♀️ man_golfing 🏌️‍♂️
person_in_lotus_position 🧘 woman_in_lotus_position 🧘‍♀️ man_in_lotus_position 🧘‍♂️ person_surfing 🏄️
woman_surfing 🏄‍♀️ man_surfing 🏄‍♂️ person_swimming 🏊️ woman_swimming 🏊‍♀️ man_swimming 🏊‍♂️
person_playing_water_polo 🤽 person_rowing_boat 🚣 woman_rowing_boat 🚣‍♀️ man_rowing_boat 🚣‍♂️ person_climbing 🧗
woman_climbing 🧗‍♀️ man_climbing 🧗‍♂️ person_mountain_biking 🚵 woman_mountain_biking 🚵‍♀️ man_mountain_biking 🚵‍♂️
person_biking 🚴 woman_biking 🚴‍♀️ man_biking 🚴‍♂️ first_place first_place_medal 🥇 second_place second_place_medal 🥈
third_place third_place_medal 🥉 medal sports_medal 🏅 military_medal 🎖️ admission_tickets 🎟️
person_juggling juggling juggler 🤹 clapper_board 🎬️ headphone 🎧️ drum_with_drumsticks 🥁 direct_hit 🎯
puzzle_piece 🧩 automobile 🚗 race_car 🏎️ scooter 🛴 bicycle 🚲️ motorbike 🛵 racing_motorcycle 🏍️ tram_car 🚋
bullet_train 🚅 locomotive 🚂 airplane_departure 🛫 airplane_arriving 🛬 airplane_small 🛩️ satellite_orbital 🛰️
kayak 🛶 motorboat 🛥️ cruise_ship 🛳️ fuel_pump ⛽️ bus_stop 🚏 map 🗺️ moai 🗿 castle 🏰 umbrella_on_ground ⛱️
beach beach_with_umbrella 🏖️ island 🏝️ snow_capped_mountain 🏔️ homes house_buildings 🏘️
house_abandoned derelict_house_building 🏚️ construction_site 🏗️ railroad_track 🛤️ map_of_japan 🗾 park 🏞️
shooting_star 🌠 sunset 🌇 city_dusk 🌆 mobile_phone 📱 desktop 🖥️ mouse_three_button three_button_mouse 🖱️
compression 🗜️ computer_disk 💽 optical_disk 💿️ videocassette 📼 camera_with_flash 📸 projector 📽️ film_frames 🎞️
fax_machine 📠 television 📺️ microphone2 🎙️ timer ⏲️ clock mantlepiece_clock 🕰️ light_bulb 💡 oil 🛢️ yen_banknote 💴
euro_banknote 💶 money_bag 💰️ gem_stone 💎 tools 🛠️ brick 🧱 broken_chain ⛓️‍💥 pistol 🔫 kitchen_knife 🔪
dagger_knife 🗡️ cigarette 🚬 urn ⚱️ barber_pole 💈 squeeze_bottle 🧴 bellhop 🛎️ key2 🗝️ couch 🛋️
sleeping_accommodation person_in_bed 🛌 frame_photo frame_with_picture 🖼️ shopping_bags 🛍️ shopping_trolley 🛒
wrapped_gift 🎁 carp_streamer 🎏 party_popper 🎉 e_mail 📧 notepad_spiral spiral_note_pad 🗒️
calendar_spiral spiral_calendar_pad 🗓️ card_box 🗃️ ballot_box_with_ballot 🗳️ dividers 🗂️
newspaper2 rolled_up_newspaper 🗞️ linked_paperclips 🖇️ pen_ballpoint lower_left_ballpoint_pen 🖊️
pen_fountain lower_left_fountain_pen 🖋️ lower_left_paintbrush 🖌️ lower_left_crayon 🖍️ locked 🔒️ unlocked 🔓️
beating_heart 💓 growing_heart 💗 peace ☮️ cross ✝️ om_symbol 🕉️ worship_symbol 🛐 scorpio ♏️ atom ⚛️ cross_mark ❌️
octagonal_sign 🛑 prohibited 🚫 no_littering 🚯 fleur-de-lis ⚜️ circled_m Ⓜ️ water_closet 🚾 mens_room 🚹️
womens_room 🚺️ antenna_bars 📶 input_symbols 🔣 input_numbers 🔢 keycap_asterisk *️⃣ eject eject_symbol ⏏️
double_vertical_bar ⏸️ play_pause ⏯️ track_next next_track ⏭️ track_previous previous_track ⏮️ right_arrow ➡️
left_arrow ⬅️ up_arrow ⬆️ down_arrow ⬇️ musical_notes 🎶 end_arrow 🔚 back_arrow 🔙 on_arrow 🔛 top_arrow 🔝
soon_arrow 🔜 blue_circle 🔵 muted_speaker 🔇 megaphone 📣 speech_left 🗨️ eye_in_speech_bubble 👁️‍🗨️ anger_right 🗯️
joker 🃏 one_oclock 🕐️ two_oclock 🕑️ three_oclock 🕒️ four_oclock 🕓️ five_oclock 🕔️ six_oclock 🕕️ seven_oclock 🕖️
eight_oclock 🕗️ nine_oclock 🕘️ ten_oclock 🕙️ eleven_oclock 🕚️ twelve_oclock 🕛️ one_thirty 🕜️ two_thirty 🕝️
three_thirty 🕞️ four_thirty 🕟️ five_thirty 🕠️ six_thirty 🕡️ seven_thirty 🕢️ eight_thirty 🕣️ nine_thirty 🕤️
ten_thirty 🕥️ eleven_thirty 🕦️ twelve_thirty 🕧️ flag_white waving_white_flag 🏳️ flag_black waving_black_flag 🏴
gay_pride_flag 🏳️‍🌈 tone1 🏻 tone2 🏼 tone3 🏽 tone4 🏾 tone5 🏿
`;
