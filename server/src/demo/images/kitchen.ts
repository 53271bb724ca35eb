import { area, type Draw, disc, each, line, oval, rect, rotated } from './shapes.ts'

/** Kitchen and pantry. */
export const kitchen = {
  mug: ({ main, light, shade, deep, paper }) =>
    line('M520 360H580Q640 360 640 430T560 520H516', shade, 40) +
    area('M210 270H540V560Q540 640 460 640H290Q210 640 210 560Z', main) +
    area('M450 270H540V560Q540 640 460 640H400Q450 620 450 540Z', shade) +
    oval(375, 272, 165, 34, light) +
    oval(375, 278, 140, 24, deep) +
    line('M250 340V520', light, 16) +
    line('M320 210Q300 180 320 150T320 90M400 210Q380 180 400 150T400 90', paper, 10),

  teapot: ({ main, light, shade, deep, wood }) =>
    line('M540 380Q660 330 640 450T520 550', wood, 28) +
    area('M250 430Q170 420 140 320L190 310Q210 380 280 390Z', shade) +
    area('M240 480Q240 320 400 320T560 480Q560 620 400 630 240 620 240 480Z', main) +
    area('M440 324Q560 340 560 480 560 620 400 630 500 560 480 440Z', shade) +
    oval(400, 326, 100, 24, light) +
    area('M310 320Q320 270 400 266 480 270 490 320 400 346 310 320Z', main) +
    disc(400, 252, 26, wood) +
    line('M280 470Q284 410 330 380', light, 14) +
    rect(320, 618, 160, 22, deep, 10),

  bowl: ({ main, light, shade, deep, accent }) =>
    area('M160 360H640Q630 560 480 620H320Q170 560 160 360Z', main) +
    area('M520 360H640Q630 560 480 620H400Q520 540 520 360Z', shade) +
    oval(400, 360, 240, 60, light) +
    oval(400, 368, 206, 44, deep) +
    rect(310, 614, 180, 28, deep, 10) +
    line('M190 450Q400 530 610 450', accent, 12),

  plates: ({ main, light, shade, accent }) =>
    disc(406, 366, 206, shade) +
    disc(398, 360, 204, main) +
    disc(402, 364, 140, light) +
    line('M402 430V290M402 380 356 334M402 356 446 312', accent, 10) +
    each([606, 572, 538], (y) => oval(400, y + 14, 250, 34, shade) + oval(400, y, 250, 34, main)) +
    oval(400, 534, 180, 20, light),

  pan: ({ main, light, shade, deep, bark, wood }) =>
    rect(540, 420, 220, 36, wood, 18) +
    rect(540, 440, 220, 16, bark, 8) +
    area('M120 400H570V540Q570 620 490 620H200Q120 620 120 540Z', main) +
    area('M460 400H570V540Q570 620 490 620H420Q460 600 460 540Z', shade) +
    oval(345, 400, 225, 44, light) +
    oval(345, 406, 196, 32, deep) +
    line('M160 470V550', light, 14),

  board: ({ accent, leaf, wood, bark, paper, main, shade }) =>
    rect(246, 150, 316, 490, bark, 40) +
    rect(238, 150, 316, 484, wood, 40) +
    disc(396, 206, 26, paper) +
    line('M290 270V590M350 280V600M440 280V590M500 270V600', bark, 3) +
    disc(350, 420, 70, main) +
    disc(350, 420, 52, accent) +
    disc(450, 520, 60, shade) +
    disc(450, 520, 44, accent) +
    area('M430 360q70-60 90 0-40 50-90 0z', leaf),

  knife: ({ main, light, shade, deep, metal, paper }) =>
    rotated(
      38,
      area('M350 80Q470 180 470 470H350Z', metal) +
        area('M350 80Q400 180 400 470H350Z', paper) +
        rect(344, 466, 132, 26, deep, 6) +
        rect(362, 490, 92, 220, main, 30) +
        rect(410, 490, 44, 220, shade, 24) +
        each([540, 600, 660], (y) => disc(404, y, 11, light)),
    ),

  jar: ({ main, light, shade, deep, accent, paper }) =>
    rect(270, 180, 260, 74, deep, 18) +
    rect(270, 216, 260, 14, accent) +
    area('M280 254H520Q570 280 570 340V580Q570 640 510 640H290Q230 640 230 580V340Q230 280 280 254Z', main) +
    area('M480 254H520Q570 280 570 340V580Q570 640 510 640H450Q500 600 500 520V320Q500 280 480 254Z', shade) +
    rect(276, 380, 224, 170, paper, 12) +
    disc(388, 436, 34, accent) +
    line('M326 500h124', deep, 9) +
    line('M262 350V320Q264 300 286 288', light, 12),

  pouch: ({ main, light, shade, deep, accent, paper }) =>
    area('M230 200H570L600 620Q400 660 200 620Z', main) +
    area('M490 200H570L600 620Q560 632 500 638Z', shade) +
    rect(224, 170, 352, 60, deep, 8) +
    rect(224, 190, 352, 8, light) +
    rect(280, 320, 240, 220, paper, 16) +
    area('M400 350Q470 400 400 480 330 430 400 350Z', accent) +
    line('M396 362Q420 410 402 470', paper, 7) +
    line('M330 510h140', deep, 9),

  tin: ({ main, light, shade, deep, accent, leaf, paper }) =>
    area('M240 290H560V590Q560 640 400 640T240 590Z', main) +
    area('M470 290H560V590Q560 630 470 638Z', shade) +
    oval(400, 292, 160, 40, deep) +
    rect(240, 210, 320, 82, light) +
    area('M470 210H560V292H470Z', main) +
    oval(400, 292, 160, 30, light) +
    oval(400, 212, 160, 36, main) +
    oval(400, 210, 40, 10, accent) +
    rect(300, 380, 200, 180, paper, 90) +
    area('M400 530Q330 470 400 410 470 470 400 530Z', leaf) +
    line('M400 545V450', deep, 6),

  chocolate: ({ main, light, shade, accent, paper }) =>
    rotated(
      -12,
      rect(250, 160, 300, 480, '#5b3a2b', 12) +
        each([0, 1, 2], (column) =>
          each([0, 1], (row) => rect(266 + column * 92, 176 + row * 84, 82, 74, '#74503e', 8)),
        ) +
        area('M236 350 290 330 340 356 400 330 460 356 510 330 564 350V650H236Z', main) +
        area('M500 338 564 350V650H490Z', shade) +
        rect(280, 430, 240, 130, paper, 10) +
        disc(400, 480, 28, accent) +
        rect(330, 524, 140, 10, light, 5),
    ),

  honey: ({ light, deep, shade, paper, wood, bark, main }) =>
    rect(280, 220, 240, 64, wood, 16) +
    rect(280, 256, 240, 12, bark) +
    area('M290 284H510Q590 330 590 460T510 640H290Q210 590 210 460T290 284Z', main) +
    area('M470 284H510Q590 330 590 460T510 640H440Q540 520 470 284Z', shade) +
    area('M400 370l78 45v90l-78 45-78-45v-90z', paper) +
    area('M400 410l44 25v50l-44 25-44-25v-50z', deep) +
    line('M250 460Q250 380 290 330', light, 14),
} satisfies Record<string, Draw>
